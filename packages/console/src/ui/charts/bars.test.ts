import { expect, test } from 'vitest';
import { markupOf, textOf } from '../../../test/examples.ts';
import { Bars } from './bars.tsx';
import { ExpiryRing, isUrgent } from './expiry-ring.tsx';
import { KeyFigure } from './key-figure.tsx';
import { MatchStrip } from './match-strip.tsx';

const hits = (matched: number, of: number): number =>
  markupOf(MatchStrip, { matched, of }).match(/class="hit"/g)?.length ?? 0;

test('a share is drawn in twenty cells: one for a single match, none for none', () => {
  expect([hits(0, 20), hits(1, 1000), hits(10, 20), hits(20, 20), hits(30, 20), hits(0, 0)]).toEqual([
    0, 1, 10, 20, 20, 0,
  ]);
  expect(markupOf(MatchStrip, { matched: 4, of: 20 })).toContain('aria-label="4 of 20"');
});

test('the highest bar fills the height, a small one can be seen, none is flat', () => {
  const markup = markupOf(Bars, { values: [0, 1, 1000] });
  expect([...markup.matchAll(/ height="([\d.]+)"/g)].map(([, height]) => Number(height))).toEqual([1, 2, 20]);
  expect(markup.match(/class="zero"/g)).toHaveLength(1);
});

test('the ring empties, and turns urgent near the end', () => {
  const dash = (left: number): number =>
    Number(/stroke-dasharray="([\d.]+) /.exec(markupOf(ExpiryRing, { left }))?.[1]);
  expect(dash(0.5)).toBeCloseTo(dash(1) / 2);
  expect([dash(-1), dash(2)]).toEqual([0, dash(1)]);
  expect([isUrgent(0.19), isUrgent(0.2)]).toEqual([true, false]);
});

test('a change says its direction in a word as well', () => {
  const change = { text: '5 pts', direction: 'down', is: 'good' } as const;
  expect(textOf(markupOf(KeyFigure, { name: 'Asked', value: 7, unit: '%', change }))).toBe(
    'Asked 7 % down 5 pts',
  );
  expect(markupOf(KeyFigure, { name: 'Asked', value: 7 })).not.toContain('trend');
});
