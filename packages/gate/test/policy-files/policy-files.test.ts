import { describe, expect, test } from 'vitest';
import { fuzzPolicyFiles } from './fuzz.ts';
import { killWriters, writeTogether } from './storm.ts';

describe('policy files, a part of `npm run tools -- test:policy-files`', () => {
  test('random and monstrous texts: nothing throws, nothing hangs, no deny is lost in silence', () => {
    const { failures, ...counts } = fuzzPolicyFiles({ texts: 1500, seed: 7, size: 10_000 });
    expect(failures).toEqual([]);
    expect(counts.accepted).toBeGreaterThan(100);
    expect(counts.refused).toBeGreaterThan(500);
    expect(counts.deniesCompared).toBeGreaterThan(100);
  });

  test('processes that write to one file at once', async () => {
    const storm = await writeTogether(3, 10);
    expect(storm).toMatchObject({ rulesPresent: 30, badReads: [], exits: [0, 0, 0], left: [] });
    expect(storm.reads).toBeGreaterThan(5);
  });

  test('writers that are killed', async () => {
    const kills = await killWriters(4);
    expect(kills).toMatchObject({ kills: 4, torn: [], writesAfter: true, left: [] });
  });
});
