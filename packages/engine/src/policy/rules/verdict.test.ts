import { expect, test } from 'vitest';
import { matches, strongest, weakest, type Match } from './match.ts';
import { stricter, verdicts, type Verdict } from './verdict.ts';

test.each<[Verdict, Verdict, Verdict]>([
  ['allow', 'allow', 'allow'],
  ['allow', 'ask', 'ask'],
  ['ask', 'allow', 'ask'],
  ['ask', 'deny', 'deny'],
  ['deny', 'allow', 'deny'],
  ['deny', 'ask', 'deny'],
])('of %s and %s, %s is stricter', (a, b, expected) => {
  expect(stricter(a, b)).toBe(expected);
});

test.each<[readonly Match[], Match, Match]>([
  [[], 'no', 'yes'],
  [['yes'], 'yes', 'yes'],
  [['no', 'may'], 'may', 'no'],
  [['may', 'yes'], 'yes', 'may'],
  [['no', 'yes'], 'yes', 'no'],
  [['may'], 'may', 'may'],
])('of %j the strongest is %s and the weakest is %s', (found, strong, weak) => {
  expect(strongest(found)).toBe(strong);
  expect(weakest(found)).toBe(weak);
});

test('the orders are those of strictness and of certainty', () => {
  expect(verdicts).toEqual(['allow', 'ask', 'deny']);
  expect(matches).toEqual(['no', 'may', 'yes']);
});
