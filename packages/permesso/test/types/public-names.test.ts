import { expect, test } from 'vitest';
import { publicNames } from './public-names.ts';

const names = publicNames();
const without = names.filter(({ comment }) => !comment.includes('@example'));

test('the names of the entries are found', () => {
  expect(names.length).toBeGreaterThan(300);
  expect(names.map(({ name }) => name)).toContain('createGate');
});

test('every function and constant of the main entry is shown in use', async () => {
  const values = new Set(Object.keys(await import('../../src/index.ts')));
  const missing = without.filter(({ entry, name }) => entry === '.' && values.has(name));
  expect(missing.map(({ name }) => name)).toEqual([]);
});

/** Of the two entries that everybody imports. Only ever lower: a new name brings its example. */
const mostWithout = 112;

test('no name joins those that are not shown in use', () => {
  const main = without.filter(({ entry }) => entry === '.' || entry === './policy');
  expect(main.length).toBeLessThanOrEqual(mostWithout);
});
