import { CopyButton } from './copy-button.tsx';

/** One line to copy, truncated if it is too long. */
export function CopyLine({ text }: { readonly text: string }) {
  return (
    <div className="copy-line">
      <code className="cut">{text}</code>
      <CopyButton text={text} />
    </div>
  );
}
