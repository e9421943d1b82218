import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Tool } from './tool.ts';

const repository = join(import.meta.dirname, '..');

/** Runs its programs one after the other as long as they succeed. Gives the exit code of the last one. */
export async function runTool({ starts }: Tool, given: readonly string[]): Promise<number> {
  let code = 0;
  for (const [at, command] of starts.entries()) {
    code = await runProgram(at === starts.length - 1 ? [...command, ...given] : command);
    if (code !== 0) break;
  }
  return code;
}

/** Files run on the Node that runs this, from the sources of the packages; other names are found on the `PATH`, as npm sets it. */
function commandLine([program = '', ...rest]: readonly string[]): readonly [string, readonly string[]] {
  const file = join(repository, program);
  if (/\.[jt]s$/.test(program)) return [process.execPath, ['--conditions=@permesso/source', file, ...rest]];
  return [program.endsWith('.sh') ? file : program, rest];
}

async function runProgram(command: readonly string[]): Promise<number> {
  const [file, rest] = commandLine(command);
  const child = spawn(file, rest, { stdio: 'inherit' });
  // A program that is told to stop puts back what it changed; it must hear of it.
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const pass = (signal: NodeJS.Signals): void => void child.kill(signal);
  for (const signal of signals) process.on(signal, pass);
  try {
    return await new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('exit', (code) => resolve(code ?? 1));
    });
  } finally {
    for (const signal of signals) process.off(signal, pass);
  }
}
