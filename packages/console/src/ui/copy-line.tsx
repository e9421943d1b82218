import { CopyButton } from './copy-button.tsx';

/** One line to copy, cut where it is too long to show. */
export function CopyLine({ text }: { readonly text: string }) {
  return (
    <div className="copy-line">
      <code className="cut">{text}</code>
      <CopyButton text={text} />
    </div>
  );
}
