import { spawnSync } from 'node:child_process';

/** What it printed. A program that fails says why. */
export function runProgram(program: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error !== undefined) throw new Error(`${program} cannot be run: ${error.message}`, { cause: error });
  if (status !== 0)
    throw new Error(`${program} ended with ${status}: ${stderr.trim().split('\n').slice(-5).join('\n')}`);
  return stdout;
}
