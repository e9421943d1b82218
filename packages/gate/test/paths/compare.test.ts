import { expect, it } from 'vitest';
import { compareTrees } from './compare.ts';

it('resolves paths in random trees as the kernel does', () => {
  const compared = compareTrees({ first: 1, trees: 60 });
  expect(compared.differences).toEqual([]);
  // The trees must hold what the comparison is about.
  expect(compared.existing).toBeGreaterThan(50);
  expect(compared.missing).toBeGreaterThan(50);
  expect(compared.loops).toBeGreaterThan(10);
});
