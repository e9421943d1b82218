import { visible } from '@permesso/protocol/text';

/** What went wrong, for people; nothing where nothing did. */
export function ProblemNotice({ text }: { readonly text: string }) {
  return text === '' ? null : (
    <p className="notice deny" role="alert">
      {visible(text)}
    </p>
  );
}
