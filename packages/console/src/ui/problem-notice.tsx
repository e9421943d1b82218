import { visible } from '@permesso/protocol/text';

/** An error message; renders nothing for an empty text. */
export function ProblemNotice({ text }: { readonly text: string }) {
  return text === '' ? null : (
    <p className="notice deny" role="alert">
      {visible(text)}
    </p>
  );
}
