import { expect, test } from 'vitest';
import { denialsJumped } from './denials-jumped.ts';

test.each([
  ['nothing is counted yet', [0, 0], [0, 0], false],
  ['too few to tell', [1000, 10], [49, 49], false],
  ['nothing to compare with', [10, 0], [1000, 900], false],
  ['from none to a few', [1000, 0], [100, 4], false],
  ['from none to many', [1000, 0], [100, 6], true],
  ['twice as often', [1000, 100], [100, 20], false],
  ['more than twice as often', [1000, 100], [100, 21], true],
  ['a little more of much', [1000, 400], [100, 50], false],
  ['fewer', [1000, 100], [1000, 10], false],
])('%s', (_what, before, now, jumped) => {
  const of = ([decisions = 0, denials = 0]: number[]): { decisions: number; denials: number } => ({
    decisions,
    denials,
  });
  expect(denialsJumped(of(before), of(now))).toBe(jumped);
});
