import { expect, test } from 'vitest';
import { fill } from './fill.ts';

test('placeholders are filled, each time they occur', () => {
  expect(fill('{a} and {b}, {a}', { a: 'x', b: 2 })).toBe('x and 2, x');
});

test('a value that looks like a placeholder or a replacement pattern stays as it is', () => {
  expect(fill('no rule allows {what}: {why}', { what: '{why} $& $1', why: 'x' })).toBe(
    'no rule allows {why} $& $1: x',
  );
});
