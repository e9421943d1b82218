import { expect, test } from 'vitest';
import { rateLimiter } from './rate-limit.ts';

test('a burst passes, the next waits, and time fills the bucket again', () => {
  let now = 0;
  const limiter = rateLimiter(() => now);
  const limit = { burst: 3, perSecond: 2 };
  const take = (): number | undefined => limiter.take('a', limit);
  expect([take(), take(), take(), take()]).toEqual([undefined, undefined, undefined, 1]);
  expect(limiter.take('b', limit)).toBeUndefined();
  now = 500;
  expect([take(), take()]).toEqual([undefined, 1]);
  now = 60_000;
  expect([take(), take(), take(), take()]).toEqual([undefined, undefined, undefined, 1]);
});

test('refused requests do not push the end of the waiting away', () => {
  let now = 0;
  const limiter = rateLimiter(() => now);
  const limit = { burst: 1, perSecond: 1 };
  limiter.take('a', limit);
  for (let at = 100; at < 1000; at += 100) {
    now = at;
    expect(limiter.take('a', limit)).toBe(1);
  }
  now = 1001;
  expect(limiter.take('a', limit)).toBeUndefined();
});
