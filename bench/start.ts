import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { rounded } from './measure.ts';

const own = join(import.meta.dirname, '../packages/permesso');
const rounds = 25;
const limit = 2.5;

const programs: Readonly<Record<string, string>> = {
  bare: '0',
  permesso: "import 'permesso'",
  engine: "import '@permesso/engine'",
  guard: "import 'permesso/guard'",
};

/** What loading the built library costs: a process that imports it beside one that imports nothing, turn by turn. */
export function benchStart(): Record<string, unknown> & { readonly ratio: number } {
  if (!existsSync(join(own, 'dist/index.js'))) throw new Error('nothing is built: run npm run build');
  const times = new Map(Object.keys(programs).map((name) => [name, [] as Cost[]]));
  for (let round = -2; round < rounds; round++)
    for (const [name, program] of Object.entries(programs)) {
      const time = startTime(program);
      if (round >= 0) times.get(name)?.push(time);
    }
  // The best round of each: what other programs take of the processor is nobody's cost.
  const best = (name: string, of: keyof Cost): number =>
    Math.min(...(times.get(name) ?? []).map((cost) => cost[of]));
  const beside = (name: string, of: keyof Cost): number => rounded(best(name, of) / best('bare', of));
  const others = Object.keys(programs).filter((name) => name !== 'bare');
  return {
    bench: 'start',
    ratio: beside('permesso', 'wall'),
    limit,
    wall: Object.fromEntries(others.map((name) => [name, beside(name, 'wall')])),
    processor: Object.fromEntries(others.map((name) => [name, beside(name, 'processor')])),
    milliseconds: Object.fromEntries(
      Object.keys(programs).map((name) => [name, rounded(best(name, 'wall'))]),
    ),
  };
}

/** In milliseconds. The processor's time is steadier than the clock's where other programs run. */
interface Cost {
  readonly wall: number;
  readonly processor: number;
}

function startTime(program: string): Cost {
  const start = process.hrtime.bigint();
  const script = `${program}; const { user, system } = process.cpuUsage(); console.log((user + system) / 1000);`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: own,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`\`${program}\` ended with ${status}: ${stderr}`);
  return { wall: Number(process.hrtime.bigint() - start) / 1e6, processor: Number(stdout) };
}
