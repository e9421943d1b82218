import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/runs.ts';
import { isLiteralName, matchesName } from './name-glob.ts';

describe('a name pattern', () => {
  it.each([
    ['get_*', 'get_issue', true],
    ['get_*', 'get_', true],
    ['get_*', 'forget_x', false],
    ['*', '', true],
    ['*', 'anything', true],
    ['*_issue', 'create_issue', true],
    ['*_issue', 'create_issues', false],
    ['a*b*c', 'a1b2c', true],
    ['a*b*c', 'acb', false],
    // The pieces may not share letters.
    ['ab*ba', 'aba', false],
    ['ab*ba', 'abba', true],
    ['a**b', 'ab', true],
    ['Read', 'read', false],
    ['Read', 'Read', true],
    ['', '', true],
    ['', 'x', false],
    ['a.c', 'abc', false],
    ['toString', 'toString', true],
  ])('%s matches %s: %s', (pattern, name, expected) => {
    expect(matchesName(pattern, name)).toBe(expected);
  });

  it('agrees with a search that tries everything', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 8 });
    const plain = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 8 });
    fc.assert(
      fc.property(text, plain, (pattern, name) => matchesName(pattern, name) === slowly(pattern, name)),
      { numRuns: runs(2000) },
    );
  });

  it('comes to an end with hostile names', () => {
    expect(matchesName(`${'a*'.repeat(5000)}b`, 'a'.repeat(100_000))).toBe(false);
  });
});

it('knows which patterns are plain names', () => {
  expect(isLiteralName('get_issue')).toBe(true);
  expect(isLiteralName('get_*')).toBe(false);
});

function slowly(pattern: string, name: string): boolean {
  if (pattern === '') return name === '';
  const rest = pattern.slice(1);
  if (pattern.startsWith('*')) return slowly(rest, name) || (name !== '' && slowly(pattern, name.slice(1)));
  return name[0] === pattern[0] && slowly(rest, name.slice(1));
}
