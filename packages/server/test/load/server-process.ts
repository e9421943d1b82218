import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { compiled } from '../../../permesso/test/compiled.ts';
import { builtCommandLine } from '../../../permesso/test/built.ts';

/** A server in a process of its own, as it would run. */
export interface ServerProcess {
  readonly url: string;
  readonly child: ChildProcess;
  readonly kill: () => void;
  readonly stop: () => Promise<void>;
  /** Resident memory in MiB. */
  readonly memory: () => number;
  /** Milliseconds of processor that it has used so far: the same on a busy machine as on an idle one. */
  readonly processor: () => number;
  /** Resolves when the process is gone, to the last words that it wrote. */
  readonly ended: Promise<string>;
}

export interface ServerProcessOptions {
  /** For Node, before the program. */
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export const secret = 'a secret of thirty-two characters, or more';

export async function startServer(
  databaseUrl: string,
  { flags = [], env = {} }: ServerProcessOptions = {},
): Promise<ServerProcess> {
  return await startProcess([...flags, builtCommandLine, 'serve', '--json'], {
    DATABASE_URL: databaseUrl,
    PERMESSO_SECRET: secret,
    PERMESSO_PORT: '0',
    PERMESSO_LOG: 'silent',
    PERMESSO_CONNECTIONS: '16',
    PERMESSO_REQUESTS_PER_SECOND: '100000',
    ...env,
  });
}

/** A Node program that says its `url` as a line of JSON when it listens. */
export async function startProcess(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const child = spawn(process.execPath, args, {
    env: { ...compiled, PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complaint = '';
  child.stderr.setEncoding('utf8');
  child.stderr.on('data', (text: string) => {
    complaint = (complaint + text).slice(-500);
  });
  const ended = new Promise<string>((resolve) => child.once('exit', () => resolve(complaint)));
  for await (const line of createInterface({ input: child.stdout })) {
    const { url } = JSON.parse(line) as { readonly url?: string };
    if (url === undefined) continue;
    return {
      url,
      child,
      kill: () => child.kill('SIGKILL'),
      stop: async () => {
        child.kill('SIGTERM');
        await Promise.race([ended, wait(15_000)]);
        child.kill('SIGKILL');
      },
      memory: () => memoryOf(child.pid ?? 0),
      processor: () => processorOf(child.pid ?? 0),
      ended,
    };
  }
  throw new Error(`the program ended before it listened: ${complaint}`);
}

function memoryOf(pid: number): number {
  const [, kib] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kib ?? 0) / 1024);
}

/** User and system time, in ticks of a hundredth of a second. */
function processorOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
