import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A command that bash really started. */
export interface Started {
  readonly argv: readonly string[];
  /** Relative to where the script began; undefined outside of it. */
  readonly directory: string | undefined;
}

/** What became of one script: undefined if it did not end in time. */
export type Run = readonly Started[] | undefined;

export interface Oracle {
  readonly run: (scripts: readonly string[]) => Promise<readonly Run[]>;
  readonly close: () => void;
}

const STUCK_AFTER = 3_000;

/**
 * Real bash, in a deep throw-away directory, with no PATH, no environment, and functions in place of commands
 * that only write down how they were called. As root it runs as nobody.
 */
export function openOracle(bash: string = '/bin/bash'): Oracle {
  const root = mkdtempSync(join(tmpdir(), 'permesso-fuzz-'));
  const place = join(root, 'd', 'd', 'd', 'd', 'd', 'd', 'd', 'w');
  for (const folder of ['a/a', 'a/b', 'b/a', 'h']) mkdirSync(join(place, folder), { recursive: true });
  const logs = join(root, 'logs');
  mkdirSync(logs);
  open(root);
  return {
    run: (scripts) => runBatch({ bash, root, place, logs }, scripts),
    close: () => {
      rmSync(root, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

/** Everything below may be written by the user who runs the scripts. */
function open(folder: string): void {
  chmodSync(folder, 0o777);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) open(join(folder, entry.name));
  }
}

interface Where {
  readonly bash: string;
  readonly root: string;
  readonly place: string;
  readonly logs: string;
}

async function runBatch(where: Where, scripts: readonly string[]): Promise<readonly Run[]> {
  const batch = join(where.root, 'batch');
  rmSync(where.logs, { recursive: true, force: true, maxRetries: 20 });
  mkdirSync(where.logs);
  chmodSync(where.logs, 0o777);
  writeFileSync(batch, scripts.map((script) => `${script}\0`).join(''));
  const stuck = new Set<number>();
  let from = 0;
  while (from < scripts.length) {
    const at = await runFrom(where, batch, from);
    if (at === undefined) break;
    stuck.add(at);
    from = at + 1;
  }
  return scripts.map((_, index) => (stuck.has(index) ? undefined : readLog(where, index)));
}

/** Runs the rest of a batch; gives the script at which bash got stuck. */
async function runFrom(
  { bash, root, place, logs }: Where,
  batch: string,
  from: number,
): Promise<number | undefined> {
  const driver = join(import.meta.dirname, 'oracle.sh');
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn(bash, ['--norc', '--noprofile', driver, batch, logs, place, String(from)], {
    ...nobody,
    cwd: root,
    env: { PATH: '/nonexistent', LC_ALL: 'C.UTF-8', HOME: join(place, 'h') },
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
    // Gone by itself.
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

function readLog({ logs, place }: Where, index: number): readonly Started[] {
  const records = (readText(join(logs, String(index))) ?? '').split('\x1e');
  return records.slice(0, -1).map((record) => {
    const [directory = '', ...argv] = record.replaceAll('\x1d', '\n').split('\x1f').slice(0, -1);
    return { argv, directory: relativeTo(place, directory) };
  });
}

function relativeTo(place: string, directory: string): string | undefined {
  if (directory === place) return '.';
  return directory.startsWith(`${place}/`) ? directory.slice(place.length + 1) : undefined;
}
