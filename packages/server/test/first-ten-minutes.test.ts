import { expect, test } from 'vitest';
import { firstTenMinutes } from './first-ten-minutes.ts';

test("a team's first ten minutes, as people would type them", async () => {
  const seen: string[] = [];
  await firstTenMinutes((step) => seen.push(step));
  expect(seen.at(-1)).toBe('permesso log verify --server proof.json');
  expect(seen).toHaveLength(9);
});
