import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startPolling } from './poller.ts';

test('one turn after the other, and a wish while one runs is one more turn', async () => {
  let running = 0;
  let most = 0;
  let turns = 0;
  const work = startPolling({
    everyMs: 60_000,
    onError: () => undefined,
    work: async () => {
      most = Math.max(most, ++running);
      turns += 1;
      await wait(5);
      running -= 1;
    },
  });
  for (let i = 0; i < 10; i++) work.now();
  await wait(40);
  await work.stop();
  expect([most, turns]).toEqual([1, 2]);
});

test('a failure is told and the work goes on', async () => {
  const errors: unknown[] = [];
  let turns = 0;
  const work = startPolling({
    everyMs: 5,
    onError: (error) => errors.push(error),
    work: async () => {
      turns += 1;
      if (turns === 1) throw new Error('first');
    },
  });
  await wait(60);
  await work.stop();
  expect(errors).toEqual([new Error('first')]);
  expect(turns).toBeGreaterThan(2);
  const after = turns;
  await wait(20);
  expect(turns).toBe(after);
});
