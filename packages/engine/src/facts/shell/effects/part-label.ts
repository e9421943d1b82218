import type { Word } from '../read/words/word.ts';

const plain = /^[\w@%+=:,./~^#!?[\]{}*-]+$/u;

/** Words as a person would type them; what is not known stands as what it is. */
export function labelOf(words: readonly Word[]): string {
  return words.map(wordLabel).join(' ');
}

function wordLabel(word: Word): string {
  if (word.kind === 'unknown') return unknownLabel(word);
  if (plain.test(word.text)) return word.text;
  return `'${word.text.replaceAll("'", `'\\''`)}'`;
}

/** The reason of a pattern holds all of it, with what it starts with. */
function unknownLabel({ reason, starts }: Extract<Word, { readonly kind: 'unknown' }>): string {
  const glob = /^glob (.*)$/su.exec(reason)?.[1];
  if (glob === undefined || !glob.startsWith(starts)) return `${starts}<${reason}>`;
  return plain.test(glob) ? glob : `<${reason}>`;
}
