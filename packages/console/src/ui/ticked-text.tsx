import { visible } from '@permesso/protocol/text';

/** A sentence from the engine: text between backticks is code. */
export function TickedText({ text }: { readonly text: string }) {
  const pieces = visible(text).split('`');
  // An unpaired backtick is an ordinary character.
  if (pieces.length % 2 === 0) return <>{visible(text)}</>;
  return <>{pieces.map((piece, at) => (at % 2 === 0 ? piece : <code key={at}>{piece}</code>))}</>;
}
