import { expect, test } from 'vitest';
import { followClock } from './clock.ts';

/** A database whose clock and whose slowness are given. */
function database(state: { at: number; steady: number; takes: number }): Parameters<typeof followClock>[0] {
  return {
    system: {
      query: async () => {
        state.steady += state.takes / 2;
        const rows = [{ at: state.at + state.takes / 2 }];
        state.steady += state.takes / 2;
        state.at += state.takes;
        return { rows };
      },
    },
  };
}

test('it is the time of the database, whatever this machine says', async () => {
  const state = { at: 1_700_000_000_000, steady: 5, takes: 10 };
  const clock = await followClock(database(state), () => state.steady);
  expect(clock.now()).toBe(1_700_000_000_010);
  state.steady += 60_000;
  expect(clock.now()).toBe(1_700_000_060_010);
  state.at = 1_800_000_000_000;
  await clock.look();
  expect(clock.now()).toBe(1_800_000_000_010);
});

test('a slow look changes nothing', async () => {
  const state = { at: 1_700_000_000_000, steady: 0, takes: 0 };
  const clock = await followClock(database(state), () => state.steady);
  state.at += 3_600_000;
  state.takes = 5000;
  await clock.look();
  expect(clock.now()).toBe(1_700_000_005_000);
});
