import { expect, test } from 'vitest';
import { readChoice } from './read-choice.ts';

const all = { programs: ['a', 'b'], cases: ['one', 'two words'] };

test('names nothing: everything', () => {
  expect(readChoice(all, [])).toMatchObject({ ...all, unknown: [], jobs: 2, write: false });
});

test('names some, and the slice for every change', () => {
  expect(readChoice(all, ['b', '--case', 'two words', '--write'])).toMatchObject({
    programs: ['b'],
    cases: ['two words'],
    write: true,
    unknown: [],
  });
  const slice = { programs: ['a'], cases: ['one'] };
  expect(readChoice({ ...all, slice }, ['--ci'])).toMatchObject({ ...slice, unknown: [] });
});

test.each([
  [['c'], ['c']],
  [['--case', 'three'], ['three']],
  [['--ci'], ['--ci']],
  [['--jobs', 'x'], ['--jobs x']],
  [['--newest'], ['--newest']],
  [['--newest', '--measure', '--write'], ['--newest']],
])('%j names nothing that is there', (argv, unknown) => {
  expect(readChoice(all, argv).unknown).toEqual(unknown);
});
