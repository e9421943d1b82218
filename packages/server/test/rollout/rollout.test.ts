import { expect, test } from 'vitest';
import { playRollout } from './play.ts';

test('docs/rollout.md works as it is written, with twenty people', async () => {
  const { people, machines, records, seconds } = await playRollout({ people: 20 });
  expect([people, machines, Object.keys(seconds).length]).toEqual([20, 20, 10]);
  // An act of each sign-in and each machine, and three votes.
  expect(records).toBeGreaterThan(3 * 20);
}, 600_000);
