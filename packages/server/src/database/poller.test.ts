import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startPolling } from './poller.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
});

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
      await nextTurn();
      running -= 1;
    },
  });
  for (let i = 0; i < 10; i++) work.now();
  for (let i = 0; i < 10; i++) await nextTurn();
  await vi.advanceTimersByTimeAsync(50_000);
  expect([most, turns]).toEqual([1, 2]);
  await work.stop();
});

test('a failure is told and the work goes on, until it is stopped', async () => {
  const errors: unknown[] = [];
  let turns = 0;
  const work = startPolling({
    everyMs: 1000,
    onError: (error) => errors.push(error),
    work: async () => {
      turns += 1;
      if (turns === 1) throw new Error('first');
    },
  });
  await vi.advanceTimersByTimeAsync(10_000);
  await work.stop();
  expect(errors).toEqual([new Error('first')]);
  expect(turns).toBeGreaterThan(2);
  const after = turns;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(turns).toBe(after);
});

test('after a failure that lasts it rests, also when it is asked', async () => {
  let turns = 0;
  const work = startPolling({
    everyMs: 1000,
    onError: () => undefined,
    restMs: () => 60_000,
    work: async () => {
      turns += 1;
      if (turns === 1) throw new Error('for long');
    },
  });
  await vi.advanceTimersByTimeAsync(1000);
  work.now();
  await vi.advanceTimersByTimeAsync(59_000);
  expect(turns).toBe(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(turns).toBe(2);
  await vi.advanceTimersByTimeAsync(1000);
  expect(turns).toBe(3);
  await work.stop();
});
