import { lazily } from './lazily.ts';

export interface WordSet {
  readonly has: (word: string) => boolean;
  readonly all: () => ReadonlySet<string>;
}

/** Split on first lookup: a hook lives for one call, which needs few of the tables. */
export function wordSet(text: string): WordSet {
  const all = lazily(() => new Set(text.trim().split(/\s+/u)));
  return { has: (word) => all().has(word), all };
}

/** `a, b` over several lines; a line that begins with `#` is a comment. */
export function listed(text: string): readonly string[] {
  return text.split('\n').flatMap((written) => {
    const line = written.trim();
    // No regular expression here: every start of a hook would compile it.
    if (line === '' || line.startsWith('#')) return [];
    return (line.endsWith(',') ? line.slice(0, -1) : line).split(', ');
  });
}
