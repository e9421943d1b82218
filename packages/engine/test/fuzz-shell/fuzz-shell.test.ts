import { afterAll, describe, expect, it } from 'vitest';
import { readShell } from '../../src/facts/shell/read/read-shell.ts';
import { fuzzBatch, newTally } from './fuzz.ts';
import { openOracle } from './oracle.ts';
import { violationOf } from './property.ts';
import { seeded } from './random.ts';
import { REGRESSIONS } from './regressions.ts';
import { SEEDS } from './seeds.ts';

const oracle = openOracle();
afterAll(() => {
  oracle.close();
});

describe('bash starts nothing that a reading without doubt had missed', () => {
  it('in what once went wrong', async () => {
    const runs = await oracle.run(REGRESSIONS);
    const broken = REGRESSIONS.filter(
      (script, at) => violationOf(readShell(script), runs[at], script) !== undefined,
    );
    expect(broken).toEqual([]);
  });

  it('in a slice of generated scripts', async () => {
    const tally = newTally();
    const source = { random: seeded(20), corpus: SEEDS };
    await fuzzBatch(oracle, source, tally);
    await fuzzBatch(oracle, source, tally);
    expect(tally.violations).toEqual([]);
    expect(tally.started).toBeGreaterThan(500);
  });
});

describe('the oracle and the property can tell', () => {
  it('sees what bash starts, with its arguments and where', async () => {
    const [run] = await oracle.run(['cd a; m1 "b c" d; x=m2; $x | m3']);
    expect(run?.map(({ argv }) => argv[0]).toSorted()).toEqual(['m1', 'm2', 'm3']);
    expect(run).toContainEqual({ argv: ['m1', 'b c', 'd'], directory: 'a' });
  });

  it.each([
    ['m1 a', 'm2', 'name'],
    ['m1 a', 'm1 b', 'arguments'],
    ['cd a && m1', 'm1', 'directory'],
  ])('bash runs %j, the reading is of %j', async (script, other, kind) => {
    const [run] = await oracle.run([script]);
    expect(violationOf(readShell(other), run, script)?.kind).toBe(kind);
  });

  it('gives up on a script that does not end', async () => {
    const runs = await oracle.run(['while read -t 9 x <><(:); do :; done; m1', 'm2']);
    expect(runs[1]?.map(({ argv }) => argv)).toEqual([['m2']]);
  });
});
