import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Reply } from '@permesso/gate/payloads';
import { compiled } from '../compiled.ts';
import { builtHook } from '../built.ts';

/** A person's home and project of their own, for one test. */
export interface Machine {
  readonly home: string;
  readonly project: string;
  readonly write: (path: string, text: string) => void;
  readonly remove: () => void;
}

export function machineWith(policy: string, folder: string = tmpdir()): Machine {
  const home = mkdtempSync(join(folder, 'permesso-hook-'));
  const project = join(home, 'app');
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  };
  mkdirSync(project);
  write('.config/permesso/policy.yaml', policy);
  return {
    home,
    project,
    write,
    remove: () => rmSync(home, { recursive: true, force: true, maxRetries: 20 }),
  };
}

export interface Started {
  readonly machine: Machine;
  readonly stdin: string | Buffer;
  readonly env?: Readonly<Record<string, string>>;
  /** Stdin stays open until it has said enough, for a process that lives as long as somebody may still speak. */
  readonly until?: (stdout: string) => boolean;
}

/** A process of its own, as a host starts it. `command` goes through a shell. */
export function runProcess(
  command: readonly string[],
  { machine, stdin, env = {}, until }: Started,
): Promise<Reply> {
  const [file = '', ...args] = command;
  const child = spawn(file, args, {
    cwd: machine.project,
    env: { ...compiled, PATH: process.env['PATH'], HOME: machine.home, ...env },
    timeout: 120_000,
    killSignal: 'SIGKILL',
  });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (data: Buffer) => (said.stdout += String(data)));
  child.stderr.on('data', (data: Buffer) => (said.stderr += String(data)));
  // A hook that ends before it has read everything breaks the pipe: that is its right.
  child.stdin.on('error', () => undefined);
  child.stdin.write(stdin);
  if (until === undefined) child.stdin.end();
  else child.stdout.on('data', () => until(said.stdout) && child.stdin.end());
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  child.on('error', reject);
  child.on('close', (code) => resolve({ ...said, exitCode: code ?? 137 }));
  return promise;
}

export function runHook(host: string, started: Started, options: readonly string[] = []): Promise<Reply> {
  return runProcess([process.execPath, builtHook, host, ...options], started);
}
