import { expect, test } from 'vitest';
import { usualHours, windowTexts } from './quiet-words.ts';

const texts = (days: number[], from = '22:00', to = '07:00') =>
  windowTexts({ windows: [{ days, from, to }], zone: 'UTC', letsEscalated: true });

test.each([
  [[1, 2, 3, 4, 5], 'Mon to Fri'],
  [[7, 6], 'Sat, Sun'],
  [[5, 1, 3], 'Mon, Wed, Fri'],
  [[3, 3], 'Wed'],
])('%j are %s', (days, name) => {
  expect(texts(days)[0]).toMatch(new RegExp(`^${name}\\b`));
  expect(texts(days)[0]).toContain('22:00');
});

test('a whole day has no hours, and every day one name', () => {
  expect(texts([6, 7], '00:00', '00:00')[0]).not.toContain('00:00');
  expect(texts([1, 2, 3, 4, 5, 6, 7])[0]).not.toContain('Mon');
});

test('an invalid time stays harmless text', () => {
  expect(texts([1], '\u202e22')[0]).not.toContain('\u202e');
});

test('the usual hours are every night', () => {
  expect(windowTexts(usualHours())).toHaveLength(1);
  expect(usualHours().windows[0]?.days).toHaveLength(7);
});
