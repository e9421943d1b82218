import { afterAll, describe, expect, it } from 'vitest';
import { readShell } from '../../src/facts/shell/read/read-shell.ts';
import { existsSync } from 'node:fs';
import { dialects } from './dialect.ts';
import { findScripts, fuzzBatch, newTally } from './fuzz.ts';
import { openOracle } from './oracle.ts';
import { violationOf } from './property.ts';
import { seeded } from './random.ts';
import { REGRESSIONS, SHELL_REGRESSIONS } from './regressions.ts';
import { SEEDS } from './seeds.ts';
import { shellPrograms } from './shell-programs.ts';

const bash = shellPrograms.get('bash');
if (bash === undefined) throw new Error('there is no bash');
const oracle = openOracle(bash);
afterAll(() => {
  oracle.close();
});

describe('bash starts nothing that a reading without doubt had missed', () => {
  it('in what once went wrong', async () => {
    const runs = await oracle.run(REGRESSIONS);
    const broken = REGRESSIONS.filter(
      (script, at) => violationOf([readShell(script)], runs[at], script) !== undefined,
    );
    expect(broken).toEqual([]);
  });

  it('in a slice of generated scripts', async () => {
    const tally = newTally();
    const source = { shell: 'bash' as const, random: seeded(20), corpus: SEEDS };
    await fuzzBatch(oracle, source, tally);
    await fuzzBatch(oracle, source, tally);
    expect(tally.violations).toEqual([]);
    expect(tally.started).toBeGreaterThan(500);
  });
});

const others = [...shellPrograms.values()].filter(({ shell }) => shell !== 'bash');

describe.each(others)('$shell starts nothing that a reading without doubt had missed', (program) => {
  const { shell, file } = program;
  it.skipIf(!existsSync(file))('in what once went wrong, and in generated scripts', async () => {
    const other = openOracle(program);
    try {
      const once = shell === 'bash' ? [] : SHELL_REGRESSIONS[shell];
      expect(await findScripts(other, once, shell)).toEqual([]);
      const tally = newTally();
      const corpus = [...SEEDS, ...(dialects[shell]?.seeds ?? [])];
      await fuzzBatch(other, { shell, random: seeded(7), corpus }, tally);
      expect(tally.violations).toEqual([]);
      expect(tally.started).toBeGreaterThan(200);
    } finally {
      other.close();
    }
  });

  it.skipIf(!existsSync(file))('which the oracle can tell', async () => {
    const other = openOracle(program);
    try {
      const [run, moved] = await other.run(['m1 "b c" >o; m2', 'cd a; m7']);
      expect(run).toEqual({
        started: [
          { argv: ['m1', 'b c'], directory: '.' },
          { argv: ['m2'], directory: '.' },
        ],
        touched: ['o'],
      });
      expect(moved?.started).toEqual([{ argv: ['m7'], directory: 'a' }]);
    } finally {
      other.close();
    }
  });
});

describe('the oracle and the property can tell', () => {
  it('sees what bash starts, with its arguments and where', async () => {
    const [run] = await oracle.run(['cd a; m1 "b c" d; x=m2; $x | m3']);
    expect(run?.started.map(({ argv }) => argv[0]).toSorted()).toEqual(['m1', 'm2', 'm3']);
    expect(run?.started).toContainEqual({ argv: ['m1', 'b c', 'd'], directory: 'a' });
  });

  it.each([
    ['m1 a', 'm2', 'name'],
    ['m1 a', 'm1 b', 'arguments'],
    ['cd a && m1', 'm1', 'directory'],
    ['m1 >o', 'm1', 'written'],
    ['m1 >o', 'm1 >p', 'written'],
    ['m1 "$(<s)"', 'm1 "$x"', 'read'],
  ])('bash runs %j, the reading is of %j', async (script, other, kind) => {
    const [run] = await oracle.run([script]);
    expect(violationOf([readShell(other)], run, script)?.kind).toBe(kind);
  });

  it('gives up on a script that does not end', async () => {
    const runs = await oracle.run(['while read -t 9 x <><(:); do :; done; m1', 'm2']);
    expect(runs[1]?.started.map(({ argv }) => argv)).toEqual([['m2']]);
  });
});
