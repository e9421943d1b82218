import { lazily } from './lazily.ts';

/** The words of a text. */
export interface WordSet {
  readonly has: (word: string) => boolean;
  readonly all: () => ReadonlySet<string>;
}

/** Split when the first word is looked up: a hook lives for one call, which needs few of the tables. */
export function wordSet(text: string): WordSet {
  const all = lazily(() => new Set(text.trim().split(/\s+/u)));
  return { has: (word) => all().has(word), all };
}
