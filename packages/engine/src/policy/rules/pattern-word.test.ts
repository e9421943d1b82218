import { expect, test } from 'vitest';
import type { PatternWord } from './pattern.ts';
import { fitsText } from './pattern-word.ts';

test.each<[string, string, boolean]>([
  ['a*', 'a', true],
  ['a*', 'ab', true],
  ['a*', 'ba', false],
  ['*a', 'ba', true],
  ['*a', 'ab', false],
  ['a*b', 'ab', true],
  ['a*b', 'axb', true],
  ['a*b', 'axbx', false],
  ['a*b', 'xab', false],
  ['ab*ba', 'aba', false],
  ['ab*ba', 'abba', true],
  ['a*b*c', 'abc', true],
  ['a*b*c', 'acb', false],
  ['a*bb*c', 'abc', false],
  ['*x*', 'axb', true],
  ['*x*', 'y', false],
  ['*x*x*', 'x', false],
  ['*x*x*', 'xx', true],
  ['*ab*ba*', 'aba', false],
  ['a*b*b', 'ab', false],
  ['a*bc*c', 'abc', false],
])('%s on %s: %s', (glob, text, fits) => {
  expect(fitsText({ is: 'glob', pieces: glob.split('*') }, text)).toBe(fits);
});

test.each<[PatternWord, string, boolean]>([
  [{ is: 'any' }, '', true],
  [{ is: 'any' }, 'x', true],
  [{ is: 'literal', text: 'a*' }, 'a*', true],
  [{ is: 'literal', text: 'a*' }, 'ab', false],
])('%j on %j: %s', (pattern, text, fits) => {
  expect(fitsText(pattern, text)).toBe(fits);
});
