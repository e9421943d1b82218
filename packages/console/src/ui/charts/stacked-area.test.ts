import { expect, test } from 'vitest';
import { markupOf, textOf } from '../../../test/examples.ts';
import { StackedArea } from './stacked-area.tsx';

const points = [0, 1, 2].map((at) => ({ at, counts: { allow: 10, ask: at, deny: 0 } }));
const shown = (some: typeof points): string =>
  markupOf(StackedArea, {
    label: 'Verdicts',
    points: some,
    order: ['allow', 'ask', 'deny'],
    dateOf: (at) => `day ${at}`,
  });

test('an area stands on the one below it, inside of the plot', () => {
  const markup = shown(points);
  const numbers = [...markup.matchAll(/ d="M([^"]+)Z"/g)].flatMap(([, path = '']) =>
    path.split('L').map((pair) => Number(pair.split(' ')[1])),
  );
  expect(numbers.length).toBeGreaterThan(6);
  expect(numbers.every((y) => y >= 0 && y <= 200)).toBe(true);
});

test('a table says the same to those who cannot see it', () => {
  expect(textOf(shown(points))).toMatch(/day 2.*10.*2/s);
});

test('one point and none are drawn without breaking', () => {
  expect(shown(points.slice(0, 1))).not.toContain('NaN');
  expect(shown([])).not.toContain('NaN');
});
