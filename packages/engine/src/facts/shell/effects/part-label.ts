import type { Word } from '../read/words/word.ts';

const plain = /^[\w@%+=:,./~^#!?[\]{}*-]+$/u;

/** Words as a person would type them; what is not known stands as what it is. */
export function labelOf(words: readonly Word[]): string {
  return words.map(wordLabel).join(' ');
}

function wordLabel(word: Word): string {
  if (word.kind === 'unknown') return `${word.starts}<${word.reason}>`;
  if (plain.test(word.text)) return word.text;
  return `'${word.text.replaceAll("'", `'\\''`)}'`;
}
