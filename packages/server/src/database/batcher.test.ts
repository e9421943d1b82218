import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { createBatcher } from './batcher.ts';

function refusal(severity: string): pg.DatabaseError {
  const error = new pg.DatabaseError('refused', 7, 'error');
  error.severity = severity;
  return error;
}

test('what comes in one moment, or while the database is busy, goes together, each with its own result', async () => {
  const groups: number[][] = [];
  const double = createBatcher<number, number>({
    work: async (_key, items) => {
      groups.push([...items]);
      await nextTurn();
      return items.map((item) => item * 2);
    },
  });
  const results = await Promise.all(Array.from({ length: 250 }, (_, item) => double('one', item)));
  expect(results).toEqual(Array.from({ length: 250 }, (_, item) => item * 2));
  expect(groups.map((group) => group.length)).toEqual([100, 100, 50]);
});

test('those of different keys are never in one group', async () => {
  const seen: string[] = [];
  const work = createBatcher<string, string>({
    work: async (key, items) => {
      await nextTurn();
      seen.push(...items.filter((item) => !item.startsWith(key)));
      return items;
    },
  });
  await Promise.all(
    Array.from({ length: 100 }, (_, at) =>
      work(at % 2 === 0 ? 'a' : 'b', `${at % 2 === 0 ? 'a' : 'b'}${at}`),
    ),
  );
  expect(seen).toEqual([]);
});

test('one that the database refuses fails alone, and the others are done once', async () => {
  const done: number[] = [];
  const work = createBatcher<number, number>({
    work: async (_key, items) => {
      await nextTurn();
      if (items.includes(5)) throw refusal('ERROR');
      done.push(...items);
      return items;
    },
  });
  const settled = await Promise.allSettled(Array.from({ length: 12 }, (_, item) => work('one', item)));
  expect(settled.flatMap(({ status }, at) => (status === 'rejected' ? [at] : []))).toEqual([5]);
  expect(done.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11]);
});

test.each([new Error('the connection broke'), refusal('FATAL')])(
  'what may have been done is not done again: $message',
  async (error) => {
    let turns = 0;
    const work = createBatcher<number, number>({
      work: async (_key, items) => {
        turns += 1;
        await nextTurn();
        if (items.length > 1) throw error;
        return items;
      },
    });
    const asked = [1, 2, 3].map((item) => work('one', item));
    for (const each of asked) await expect(each).rejects.toBe(error);
    expect(turns).toBe(1);
  },
);

test('goes on after a failure', async () => {
  let turns = 0;
  const work = createBatcher<number, number>({
    work: async (_key, items) => {
      turns += 1;
      if (turns === 1) throw new Error('once');
      return items;
    },
  });
  await expect(work('one', 1)).rejects.toThrow('once');
  await expect(work('one', 2)).resolves.toBe(2);
});

test('a group is closed before it becomes too heavy, and a heavy item goes alone', async () => {
  const groups: number[][] = [];
  const work = createBatcher<number, number>({
    weigh: (item) => item,
    mostWeight: 10,
    work: async (_key, items) => {
      groups.push([...items]);
      await nextTurn();
      return items;
    },
  });
  await Promise.all([1, 2, 50, 4, 5, 6].map((item) => work('one', item)));
  expect(groups).toEqual([[1, 2], [50], [4, 5], [6]]);
});

test('one bad item among a hundred costs a few turns, not a hundred', async () => {
  let turns = 0;
  const work = createBatcher<number, number>({
    work: async (_key, items) => {
      turns += 1;
      await nextTurn();
      if (items.includes(42)) throw refusal('ERROR');
      return items;
    },
  });
  const settled = await Promise.allSettled(Array.from({ length: 100 }, (_, item) => work('one', item)));
  expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  expect(turns).toBeLessThanOrEqual(15);
});

test('where the database has no room for anybody, nobody is tried again', async () => {
  let turns = 0;
  const full = refusal('ERROR');
  full.code = '53100';
  const work = createBatcher<number, number>({
    work: async () => {
      turns += 1;
      await nextTurn();
      throw full;
    },
  });
  const settled = await Promise.allSettled([1, 2, 3].map((item) => work('one', item)));
  expect(settled.every(({ status }) => status === 'rejected')).toBe(true);
  expect(turns).toBe(1);
});
