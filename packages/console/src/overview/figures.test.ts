import { expect, test } from 'vitest';
import type { Overview } from '@permesso/protocol/console';
import {
  countChange,
  isFirstDays,
  percentText,
  pointsChange,
  secondsChange,
  secondsText,
  share,
  shareSeries,
  sinceFirst,
} from './figures.ts';

const day = 86_400_000;
const point = (at: number, allow = 0, ask = 0) => ({ at: at * day, allow, ask, deny: 0 });
const overview = (change: object): Overview =>
  ({ days: 30, points: [0, 1, 2, 3].map((at) => point(at)), ...change }) as unknown as Overview;

test('a period is drawn from the first entry on, and never as one point', () => {
  const days = (first: number) => sinceFirst(overview({ first })).points.map(({ at }) => at / day);
  expect(days(1.5 * day)).toEqual([1, 2, 3]);
  expect(days(3.5 * day)).toEqual([2, 3]);
  expect(sinceFirst(overview({})).points).toHaveLength(4);
});

test('the first three days have too little for a chart', () => {
  expect(isFirstDays({ first: 0 }, 2 * day)).toBe(true);
  expect(isFirstDays({ first: 0 }, 3 * day)).toBe(false);
  expect(isFirstDays(undefined, day)).toBe(false);
});

test('shares of nothing are nothing', () => {
  expect([share(1, 0), share(1, 4), percentText(share(1, 3))]).toEqual([0, 25, '33.3']);
});

test.each([
  [pointsChange(10, 5, 'down'), { direction: 'up', text: '5.0 pts', is: 'worse' }],
  [pointsChange(10, 5, 'up'), { direction: 'up', text: '5.0 pts', is: 'good' }],
  [pointsChange(5.04, 5, 'up'), { direction: 'none', text: '0.0 pts', is: 'flat' }],
  [countChange(150, 100), { direction: 'up', text: '50.0 %', is: 'flat' }],
  [countChange(3, 0), { direction: 'none', text: '0.0 %', is: 'flat' }],
  [secondsChange(1000, 4000), { direction: 'down', text: '3 s', is: 'good' }],
])('the change %#', (change, wanted) => {
  expect(change).toEqual(wanted);
});

test('short times have a decimal, long ones none', () => {
  expect([secondsText(1240), secondsText(12_400)]).toEqual(['1.2', '12']);
});

test('a day with hardly a call takes the share of the day before', () => {
  const points = [point(0, 5, 5), point(1, 1, 0), point(2, 18, 2)];
  expect(shareSeries(overview({ points }), ({ ask }) => ask)).toEqual([50, 50, 10]);
});
