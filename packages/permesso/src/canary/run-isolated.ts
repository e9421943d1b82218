import { namesInFolder } from '@permesso/gate/disk';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { definedFields } from '@permesso/engine/call';

export interface IsolatedRun {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Milliseconds until it is killed. */
  readonly patience: number;
  /** Characters of output that are kept; 200,000 when absent. */
  readonly mostOutput?: number;
  /**
   * Awaited after it has exited, while its background processes still run: a hook after a call may still be writing.
   */
  readonly ended?: () => Promise<void>;
}

export interface Ended {
  /** Absent if it could not be started or was killed. */
  readonly exitCode?: number;
  readonly output: string;
  readonly wasLate: boolean;
}

/**
 * Runs a program in its own process group, without a terminal and without our environment. Leaves no process behind.
 */
export async function runIsolated(caged: IsolatedRun): Promise<Ended> {
  const { file, args, cwd, env, patience, mostOutput = 200_000 } = caged;
  const child = spawn(file, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let wasLate = false;
  const take = (data: Buffer): void => {
    if (output.length < mostOutput) output += String(data);
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  child.on('error', (error) => {
    output += error.message;
    resolve(undefined);
  });
  child.on('exit', (code) => resolve(code ?? undefined));
  const timer = setTimeout(() => {
    wasLate = true;
    killProcess(-(child.pid ?? 0));
  }, patience);
  const exitCode = await promise;
  clearTimeout(timer);
  await caged.ended?.();
  killProcess(-(child.pid ?? 0));
  for (const pid of leftIn(env['HOME'] ?? '')) killProcess(pid);
  child.stdout.destroy();
  child.stderr.destroy();
  return { output, wasLate, ...definedFields({ exitCode }) };
}

function killProcess(pid: number): void {
  if (pid === 0) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Some programs leave a daemon behind. It is recognised by the cage's home, which nothing else uses. Linux only. */
function leftIn(home: string): readonly number[] {
  if (home === '') return [];
  return namesInFolder('/proc')
    .map(Number)
    .filter((pid) => pid > 1 && pid !== process.pid && environmentOf(pid).includes(`HOME=${home}\0`));
}

function environmentOf(pid: number): string {
  try {
    return `${readFileSync(`/proc/${pid}/environ`, 'latin1')}\0`;
  } catch (error) {
    // It has exited, or belongs to another user.
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return '';
    throw error;
  }
}
