import type { Word } from '../read/words/word.ts';

const plain = /^[\w@%+=:,./~^#!?[\]{}*-]+$/u;

/** Words as typed, with descriptions of computed ones: `rm <value of $x>`, `(commands from standard input)`. */
export function labelOf(words: readonly Word[]): string {
  const labels = words.map(wordLabel);
  const [first = ''] = labels;
  return first.startsWith('<') && labels.every((label) => label === first)
    ? `(${first.slice(1, -1)})`
    : labels.join(' ');
}

export function wordLabel(word: Word): string {
  if (word.kind === 'unknown') return unknownLabel(word);
  if (plain.test(word.text)) return word.text;
  return `'${word.text.replaceAll("'", `'\\''`)}'`;
}

/** The reason for a pattern contains all of it, including its start. */
function unknownLabel({ reason, starts }: Extract<Word, { readonly kind: 'unknown' }>): string {
  const glob = /^glob (.*)$/su.exec(reason)?.[1];
  if (glob === undefined || !glob.startsWith(starts)) return `${starts}<${reason}>`;
  return plain.test(glob) ? glob : `<${reason}>`;
}
