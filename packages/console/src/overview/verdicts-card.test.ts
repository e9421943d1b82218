import { expect, test } from 'vitest';
import type { Overview } from '@permesso/protocol/console';
import { markupOf, textOf } from '../../test/examples.ts';
import { OverviewHead, periodIn, VerdictsCard } from './verdicts-card.tsx';

const day = 86_400_000;
const data = {
  days: 7,
  points: [0, 1].map((at) => ({ at: at * day, allow: 10, ask: at, deny: 0 })),
  now: { allow: 20, ask: 1, deny: 0 },
  before: { allow: 0, ask: 0, deny: 0 },
} as unknown as Overview;

test('an address that names no period means the usual one', () => {
  expect([periodIn('7'), periodIn('8'), periodIn(undefined)]).toEqual(['7', '30', '30']);
});

test('while nothing is known the shape of the chart is shown', () => {
  expect(markupOf(VerdictsCard, { data: undefined, days: '7' })).toContain('class="bones"');
});

test('the chart says the same in a table', () => {
  const markup = markupOf(VerdictsCard, { data, days: '7' });
  expect(markup).not.toContain('class="bones"');
  expect(textOf(markup)).toMatch(/allow.*20/);
  expect(markup).toContain('<table');
});

test('the head offers four periods, one of them chosen', () => {
  const markup = markupOf(OverviewHead, { data, days: '7', onDays: () => undefined });
  expect(markup.match(/aria-checked="true"/g)).toHaveLength(1);
  expect(textOf(markup)).toMatch(/24 h 7 d 30 d 90 d/);
});
