import { spawn, spawnSync, type SpawnSyncOptions } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { quantile, rounded } from './measure.ts';

/** A program that is started again and again, and what it is given. */
export interface Program {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly options?: Pick<SpawnSyncOptions, 'cwd' | 'env'> & { readonly input?: string };
  /** Whether this is how it should end; an exit code of 0 when absent. */
  readonly isRight?: (output: string) => boolean;
}

/** Milliseconds. The processor's time is steadier than the clock's where other programs run. */
export interface Cost {
  readonly wall: readonly number[];
  /** The mean, of the process and all that it waited for; absent where the system does not tell. */
  readonly processor: number | undefined;
}

/** Each program once in every round, so that a noisy machine disturbs all alike. */
export function byTurns(programs: readonly Program[], rounds: number): ReadonlyMap<string, Cost> {
  const wall = new Map(programs.map(({ name }) => [name, [] as number[]]));
  const processor = new Map(programs.map(({ name }) => [name, 0]));
  for (let round = -2; round < rounds; round++)
    for (const program of programs) {
      const before = processorOfChildren();
      const spent = timeOf(program);
      const used = processorOfChildren() - before;
      if (round < 0) continue;
      wall.get(program.name)?.push(spent);
      processor.set(program.name, (processor.get(program.name) ?? 0) + used);
    }
  return new Map(
    programs.map(({ name }) => {
      const used = (processor.get(name) ?? Number.NaN) / rounds;
      return [name, { wall: wall.get(name) ?? [], processor: Number.isNaN(used) ? undefined : used }];
    }),
  );
}

function timeOf({ name, command, args, options, isRight }: Program): number {
  const start = process.hrtime.bigint();
  const { status, stdout, stderr } = spawnSync(command, args, { ...options, encoding: 'utf8' });
  const spent = Number(process.hrtime.bigint() - start) / 1e6;
  const right = isRight === undefined ? status === 0 : isRight(stdout);
  if (!right) throw new Error(`${name} ended with ${status}: ${stdout}${stderr}`);
  return spent;
}

/** Milliseconds of all children that have ended, in steps of ten: sums over many are exact enough. NaN outside Linux. */
function processorOfChildren(): number {
  if (process.platform !== 'linux') return Number.NaN;
  const fields = readFileSync('/proc/self/stat', 'latin1')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[13]) + Number(fields[14])) * 10;
}

/** Processes a second when so many run at once, `count` in all; their times too. */
export async function atOnce(
  programs: readonly [Program, ...Program[]],
  { agents, count }: { readonly agents: number; readonly count: number },
): Promise<{ readonly rate: number; readonly wall: readonly number[] }> {
  const wall: number[] = [];
  let started = 0;
  const agent = async (): Promise<void> => {
    for (let at = started++; at < count; at = started++) {
      const program = programs[at % programs.length] ?? programs[0];
      wall.push(await timeOfAsync(program));
    }
  };
  const start = process.hrtime.bigint();
  await Promise.all(Array.from({ length: agents }, agent));
  return { rate: count / (Number(process.hrtime.bigint() - start) / 1e9), wall };
}

function timeOfAsync({ name, command, args, options, isRight }: Program): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const start = process.hrtime.bigint();
  const child = spawn(command, args, { ...options, stdio: ['pipe', 'pipe', 'ignore'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  // A program that reads nothing closes the pipe.
  child.stdin.on('error', () => undefined);
  child.stdin.end(options?.input ?? '');
  child.on('error', reject);
  child.on('close', (status) => {
    const right = isRight === undefined ? status === 0 : isRight(output);
    if (right) resolve(Number(process.hrtime.bigint() - start) / 1e6);
    else reject(new Error(`${name} ended with ${status}: ${output}`));
  });
  return promise;
}

/** One program's times beside the bare one's: the same quantile of each. */
export function beside(cost: Cost, bare: Cost): Record<string, number> {
  return {
    p50: rounded(quantile(cost.wall, 0.5) / quantile(bare.wall, 0.5)),
    p95: rounded(quantile(cost.wall, 0.95) / quantile(bare.wall, 0.95)),
    best: rounded(Math.min(...cost.wall) / Math.min(...bare.wall)),
    ...(cost.processor === undefined || bare.processor === undefined
      ? {}
      : { processor: rounded(cost.processor / bare.processor) }),
  };
}

/** Several programs as one. */
export function together(costs: readonly Cost[]): Cost {
  const used = costs.map(({ processor }) => processor ?? Number.NaN);
  const mean = used.reduce((sum, each) => sum + each, 0) / used.length;
  return { wall: costs.flatMap(({ wall }) => wall), processor: Number.isNaN(mean) ? undefined : mean };
}

export function milliseconds({ wall, processor }: Cost): Record<string, number> {
  return {
    p50: rounded(quantile(wall, 0.5)),
    p95: rounded(quantile(wall, 0.95)),
    best: rounded(Math.min(...wall)),
    ...(processor === undefined ? {} : { processor: rounded(processor) }),
  };
}
