import type { Clock } from './clock.ts';

/** Milliseconds until an unresponsive store counts as failed: a call must not wait for a database that hangs. */
const patience = 10_000;

export function inTime<T>(answer: Promise<T>, clock: Clock): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const stop = clock.after(patience, () => reject(new Error(`no answer within ${patience / 1000} seconds`)));
  answer.then(resolve, reject).finally(stop);
  return promise;
}
