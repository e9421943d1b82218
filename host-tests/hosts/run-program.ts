import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  runIsolated,
  type IsolatedRun,
  type Ended as Left,
} from '../../packages/permesso/src/canary/run-isolated.ts';

export interface Ended extends Left {
  readonly milliseconds: number;
}

/** What every program finds, and nothing of the person's own: the node that runs us first. */
export const searchPath = `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`;

/** As the canary of `permesso doctor` runs it, with the time it took and all that it said. */
export async function runProgram(program: IsolatedRun): Promise<Ended> {
  const began = performance.now();
  const left = await runIsolated({ ...program, mostOutput: 1_000_000 });
  return { ...left, milliseconds: Math.round(performance.now() - began) };
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
