import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ShellProgram } from './shell-programs.ts';

/** A command that the shell really started. */
export interface Started {
  /** The name alone where the shell only said that there is no such command. */
  readonly argv: readonly string[];
  readonly isNameOnly?: true;
  /** Relative to where the script began; undefined outside of it. */
  readonly directory: string | undefined;
}

/** What one script did. */
export interface ScriptRun {
  readonly started: readonly Started[];
  /** Files that were not there before, or are gone. */
  readonly touched: readonly string[];
}

/** Undefined if it did not end in time. */
export type Run = ScriptRun | undefined;

export interface Oracle {
  readonly run: (scripts: readonly string[]) => Promise<readonly Run[]>;
  readonly close: () => void;
}

const STUCK_AFTER = 3_000;

/** What stands where a script runs. */
const FOLDERS = ['a', 'a/a', 'a/b', 'b', 'b/a', 'h'];
/** A file whose content appears among arguments only where something read it. */
const SECRET_FILE = 's';
export const SECRET = 'secret9';
const PLACE = 'd/d/d/d/w';

/**
 * A real shell, in a deep throw-away directory for each script, with no environment, and commands that only write down how they
 * were called. As root it runs as nobody.
 */
export function openOracle(program: ShellProgram): Oracle {
  const root = mkdtempSync(join(tmpdir(), 'permesso-fuzz-'));
  const where: Where = { program, root, places: join(root, 'places'), logs: join(root, 'logs') };
  mkdirSync(join(root, 'bin'));
  for (const name of ['m7', 'm8']) writeFileSync(join(root, 'bin', name), STUB, { mode: 0o755 });
  chmodSync(root, 0o755);
  return {
    run: (scripts) => runBatch(where, scripts),
    close: () => {
      rmSync(root, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

/** A command of the PATH: writes the same record as the functions of a driver. */
const STUB = `#!/bin/dash
u=$(printf '\\037')
s=$PWD$u\${0##*/}$u
for a do s=$s$a$u; done
printf '%s\\036' "$s" >>"$__log"
`;

interface Where {
  readonly program: ShellProgram;
  readonly root: string;
  readonly places: string;
  readonly logs: string;
}

async function runBatch(where: Where, scripts: readonly string[]): Promise<readonly Run[]> {
  rmSync(where.logs, { recursive: true, force: true, maxRetries: 20 });
  mkdirSync(where.logs);
  chmodSync(where.logs, 0o777);
  for (const index of scripts.keys()) makePlace(where, index);
  const stuck = new Set<number>();
  let from = 0;
  while (from < scripts.length) {
    const at = await runFrom(where, scripts, from);
    if (at === undefined) break;
    stuck.add(at);
    from = at + 1;
  }
  return scripts.map((_, index) => {
    const touched = stuck.has(index) ? undefined : touchedIn(where, index);
    // A place as it was is used again.
    if (touched?.length !== 0)
      rmSync(join(where.places, String(index)), { recursive: true, force: true, maxRetries: 20 });
    return touched === undefined ? undefined : { started: startedIn(where, index), touched };
  });
}

function makePlace({ places }: Where, index: number): void {
  const place = join(places, String(index), PLACE);
  if (existsSync(place)) return;
  mkdirSync(place, { recursive: true });
  for (const folder of FOLDERS) mkdirSync(join(place, folder));
  for (const folder of ['', ...FOLDERS]) chmodSync(join(place, folder), 0o777);
  writeFileSync(join(place, SECRET_FILE), `${SECRET}\n`);
}

/** Runs the rest of a batch; gives the script at which the shell got stuck. */
async function runFrom(
  { program, root, places, logs }: Where,
  scripts: readonly string[],
  from: number,
): Promise<number | undefined> {
  const { file, options, driver } = program;
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn(file, [...options, driver, logs, places, String(from), ...scripts.slice(from)], {
    ...nobody,
    cwd: root,
    env: {
      PATH: join(root, 'bin'),
      LC_ALL: 'C.UTF-8',
      HOME: root,
      __zsh: file,
      __driver: driver,
    },
    stdio: 'ignore',
    detached: true,
  });
  const ended = new Promise<true>((resolve) => {
    child.on('exit', () => {
      resolve(true);
    });
  });
  let last = -1;
  let since = Date.now();
  for (;;) {
    const over = await Promise.race([ended, sleep(100, false)]);
    const at = progress(logs);
    if (at === 'done') break;
    if (at !== last) [last, since] = [at, Date.now()];
    if (over || Date.now() - since > STUCK_AFTER) {
      killGroup(child);
      return Math.max(at, from);
    }
  }
  // Background commands of the last scripts may still be on their way.
  await sleep(40);
  killGroup(child);
  return undefined;
}

function progress(logs: string): number | 'done' {
  const text = readText(join(logs, 'at')) ?? '0';
  return text === 'done' ? 'done' : Number(text);
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (thrown) {
    // It has ended already.
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'ESRCH')) throw thrown;
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function startedIn({ logs, places }: Where, index: number): readonly Started[] {
  const place = join(places, String(index), PLACE);
  const records = (readText(join(logs, String(index))) ?? '').split('\x1e');
  const started = records.slice(0, -1).map((record): Started => {
    const [directory = '', ...argv] = record.replaceAll('\x1d', '\n').split('\x1f').slice(0, -1);
    return { argv, directory: relativeTo(place, directory) };
  });
  const told = readText(join(logs, `${index}.err`)) ?? '';
  // `hash m1` looks for it, and starts nothing.
  const errors = told.replaceAll(/^.*: hash: .*$/gm, '').matchAll(/: ([^:\n]+): not found$/gm);
  return [
    ...started,
    ...Array.from(errors, ([, name = '']): Started => ({
      argv: [name],
      isNameOnly: true,
      directory: undefined,
    })),
  ];
}

function relativeTo(place: string, directory: string): string | undefined {
  if (directory === place) return '.';
  return directory.startsWith(`${place}/`) ? directory.slice(place.length + 1) : undefined;
}

function touchedIn({ places }: Where, index: number): readonly string[] {
  const place = join(places, String(index), PLACE);
  const before = new Set([...FOLDERS, SECRET_FILE]);
  const touched: string[] = [];
  const look = (folder: string): void => {
    for (const entry of readdirSync(join(place, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (!before.delete(path)) touched.push(path);
      if (entry.isDirectory()) look(path);
    }
  };
  look('');
  return [...touched, ...before];
}
