import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

export interface Program {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Milliseconds until it is killed. */
  readonly patience: number;
}

export interface Ended {
  readonly exitCode: number | undefined;
  readonly output: string;
  readonly milliseconds: number;
  readonly wasKilled: boolean;
}

/** What every program finds, and nothing of the person's own: the node that runs us first. */
export const searchPath = `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`;

/** A process group of its own, without a terminal and without our environment; nothing of it is left afterwards. */
export async function runProgram({ file, args, cwd, env, patience }: Program): Promise<Ended> {
  const began = performance.now();
  const child = spawn(file, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let wasKilled = false;
  const take = (data: Buffer): void => {
    if (output.length < 1_000_000) output += String(data);
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const ended = Promise.withResolvers<number | undefined>();
  child.on('error', (error) => {
    output += error.message;
    ended.resolve(undefined);
  });
  child.on('exit', (code) => ended.resolve(code ?? undefined));
  const timer = setTimeout(() => {
    wasKilled = true;
    killGroup(child.pid);
  }, patience);
  const exitCode = await ended.promise;
  clearTimeout(timer);
  killGroup(child.pid);
  endLeftovers(env['HOME'] ?? '');
  child.stdout.destroy();
  child.stderr.destroy();
  return { exitCode, output, milliseconds: Math.round(performance.now() - began), wasKilled };
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // The group has ended by itself.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Some programs leave a daemon in a session of its own. It has the home of its case, which nobody else has. */
function endLeftovers(home: string): void {
  for (const pid of processesWith(`HOME=${home}\0`, 'environ')) killOne(pid);
}

/** The processes whose command line, or environment, holds this text. Linux only; elsewhere none is found. */
export function processesWith(text: string, where: 'cmdline' | 'environ'): readonly number[] {
  let names: readonly string[] = [];
  try {
    names = readdirSync('/proc');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return names
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid && readProcess(pid, where).includes(text));
}

/** The name of its program. */
export function commandOf(pid: number): string {
  return readProcess(pid, 'comm').split('\n', 1)[0] ?? '';
}

export function parentOf(pid: number): number {
  return Number(/^PPid:\s*(\d+)$/m.exec(readProcess(pid, 'status'))?.[1] ?? 0);
}

function readProcess(pid: number, file: string): string {
  try {
    return `${readFileSync(`/proc/${pid}/${file}`, 'latin1')}\0`;
  } catch (error) {
    // It ended between two looks, or is not ours to read.
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return '';
    throw error;
  }
}

export function killOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
