import { expect, test } from 'vitest';
import { corpus } from '../corpus.ts';
import { noCounts, tryInit } from './property.ts';
import { sources } from './sources.ts';

const calls = corpus.flatMap(({ cases }) => cases);
/** A slice: `npm run tools -- never-loosens` takes all of it. */
const some = calls.filter((_, at) => at % 31 === 0);

test(
  'after init no agent is allowed what it asked about or denied: each settings alone',
  { timeout: 300_000 },
  () => {
    const counts = noCounts();
    for (const source of sources) tryInit([source], { calls: some, counts });
    expect(counts.looser).toEqual([]);
    expect(sources.length).toBeGreaterThan(60);
    expect(counts.allowed).toBeGreaterThan(300);
    expect(counts.native).toBeGreaterThan(5);
  },
);

test('... and several agents together, with every question answered yes', { timeout: 300_000 }, () => {
  const counts = noCounts();
  const agents = [...new Set(sources.map(({ agent }) => agent))];
  const of = (agent: string, at: number): readonly (typeof sources)[number][] => {
    const own = sources.filter((source) => source.agent === agent);
    return own.slice(at % own.length, (at % own.length) + 1);
  };
  for (let at = 0; at < 6; at += 1)
    tryInit(
      agents.flatMap((agent) => of(agent, at * 5)),
      { calls: some, counts, wants: at % 2 === 0 },
    );
  expect(counts.looser).toEqual([]);
  expect(counts.policies).toBe(6);
});
