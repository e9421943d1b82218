import type { Part, Subject } from '../src/facts/part.ts';
import type { Word } from '../src/facts/shell/read/words/word.ts';

const span = { start: 0, end: 0 };

/**
 * Words by blanks, as a shell would hand them over: `$X` is any number of words, `"$X"` is one, and what stands
 * before the `$` is what the word surely begins with.
 */
export function wordsOf(text: string): readonly Word[] {
  return text
    .split(' ')
    .filter((word) => word !== '')
    .map((word): Word => {
      const dollar = word.indexOf('$');
      if (dollar === -1) return { kind: 'literal', text: word, span };
      const isOne = word.startsWith('"');
      const starts = word.slice(isOne ? 1 : 0, dollar);
      return {
        kind: 'unknown',
        reason: `value of ${word.slice(dollar)}`,
        starts,
        count: isOne ? 'one' : 'any',
        span,
      };
    });
}

export function commandOf(
  text: string,
  more: Partial<Extract<Subject, { kind: 'command' }>> = {},
): Extract<Subject, { kind: 'command' }> {
  return { kind: 'command', words: wordsOf(text), aliases: [], escalations: [], ...more };
}

/** A part about which nothing is known but what is given. */
export function partOf(given: Partial<Part>): Part {
  return {
    kind: 'other',
    label: 'a part',
    subject: { kind: 'tool' },
    accesses: [],
    readOnly: false,
    insideEdit: false,
    check: { outcome: 'pass' },
    doubts: [],
    ...given,
  };
}
