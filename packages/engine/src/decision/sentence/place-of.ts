import type { Part } from '../../facts/part.ts';
import { literalOf } from '../../facts/shell/read/words/word.ts';

/** Where a part runs, if on another machine, in a container or as another user. */
export function placeOf({ doubts }: Part): string | undefined {
  return doubts.map((doubt) => elsewhere.exec(doubt)?.[1]).find((found) => found !== undefined);
}

const elsewhere = /^runs (as another user|on another machine|in a container)$/u;

export function isAway(part: Part): boolean {
  const place = placeOf(part);
  return place !== undefined && place !== 'as another user';
}

/** `sh -c '...'`: each command of the text is its own part. */
export function isShellText({ subject }: Part): boolean {
  const [first = '', ...rest] =
    subject.kind === 'command' ? subject.words.map((word) => literalOf(word) ?? '') : [];
  return /(?:^|\/)[a-z]*sh$/u.test(first) && rest.some((text) => /^-[a-z]*c$/u.test(text));
}
