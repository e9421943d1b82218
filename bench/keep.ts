import { spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { environment, hookPrograms, installHook, payload } from './hook.ts';
import { launchLine } from '../packages/permesso/src/launch/launcher.ts';
import { missed } from './limits.ts';
import { quantile, rounded } from './measure.ts';
import { byTurns, milliseconds, together, type Cost } from './processes.ts';

/** What keeping costs: a call that keeps nothing beside one where keeping is off, by turns; and a call that keeps 1 GB. */
export function benchKeep(): { readonly ratio: number } & Record<string, unknown> {
  const [without, keeping] = [installHook(), installHook('keep: on\n')];
  try {
    const [hooks, keepers] = [hookPrograms(without), hookPrograms(keeping, 'keep')];
    const costs = byTurns([...hooks, ...keepers], rounds);
    const [off, on] = [hooks, keepers].map((programs) =>
      together(programs.map(({ name }): Cost => costs.get(name) ?? { wall: [], processor: undefined })),
    );
    const ratio = rounded((on?.processor ?? Number.NaN) / (off?.processor ?? Number.NaN));
    const large = keepLarge();
    return {
      bench: 'keep',
      ratio,
      limit: 1.03,
      milliseconds: { off: off && milliseconds(off), on: on && milliseconds(on) },
      large,
      missed: missed([
        { what: 'processor time with keep: on, where nothing is kept', is: ratio, atMost: 1.03 },
        ...(large.how === 'copied' ? [] : [{ what: 'seconds to keep 1 GB', is: large.seconds, atMost: 1 }]),
      ]),
      rounds,
    };
  } finally {
    without.remove();
    keeping.remove();
  }
}

const rounds = Number(process.env['PERMESSO_ROUNDS'] ?? 25);

interface LargeKept {
  /** Of the home directory, which holds the project and what is kept: what lies in a temporary one is not. */
  readonly fileSystem: string;
  readonly how: 'shares its blocks' | 'second name' | 'copied';
  /** Median of the whole hook, which keeps 1 GB. */
  readonly seconds: number;
  /** The same of a file that has a second name already, which is copied where blocks cannot be shared. */
  readonly secondsCopied: number;
}

const size = 1_000_000_000;
const times = 5;

/** What the hook takes for `rm` of a file of 1 GB, which is kept first. */
function keepLarge(): LargeKept {
  const { home, project, launch, remove } = installHook('keep: on\nuse: [balanced]\n', homedir());
  const kept = join(home, '.local/state/permesso/kept');
  const file = join(project, 'large');
  const env = environment(home);
  const keep = (): number => {
    rmSync(kept, { recursive: true, force: true });
    const input = payload({ tool: 'Bash', input: { command: 'rm large' }, project });
    const start = process.hrtime.bigint();
    const { stdout } = spawnSync('/bin/sh', ['-c', launchLine(launch)], {
      cwd: project,
      env,
      input,
      encoding: 'utf8',
    });
    const spent = Number(process.hrtime.bigint() - start) / 1e9;
    if (!stdout.includes('"permissionDecision":"allow"') || !existsSync(kept))
      throw new Error(`not kept: ${stdout}`);
    return spent;
  };
  try {
    writeLarge(file);
    const used = blocksUsed(home);
    const spent = Array.from({ length: times }, keep);
    const data = join(kept, readdirSync(kept)[0] ?? '', 'data/0');
    const isLinked = lstatSync(data).ino === lstatSync(file).ino;
    const isShared = blocksUsed(home) - used < size / 2;
    rmSync(kept, { recursive: true });
    spawnSync('ln', [file, join(home, 'second')]);
    const copied = [keep(), keep()];
    return {
      fileSystem: output('stat', '-f', '-c', '%T', home),
      how: isLinked ? 'second name' : isShared ? 'shares its blocks' : 'copied',
      seconds: rounded(quantile(spent, 0.5)),
      secondsCopied: rounded(Math.min(...copied)),
    };
  } finally {
    remove();
  }
}

/** Bytes of the whole file system: a copy that shares its blocks takes none. */
function blocksUsed(path: string): number {
  return Number(output('df', '--output=used', '-B1', path).split('\n').at(-1));
}

function output(program: string, ...args: readonly string[]): string {
  return spawnSync(program, args, { encoding: 'utf8' }).stdout.trim();
}

function writeLarge(path: string): void {
  const file = openSync(path, 'wx');
  const bytes = Buffer.alloc(10_000_000, 'x');
  for (let at = 0; at < size; at += bytes.length) writeSync(file, bytes);
  fsyncSync(file);
  closeSync(file);
}
