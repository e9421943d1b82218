import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const main = join(import.meta.dirname, '../../../permesso/src/cli/main.ts');

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
}

export const secret = 'a secret of thirty-two characters, or more';

export async function startServer(databaseUrl: string, port = 0): Promise<ServerProcess> {
  const child = spawn(process.execPath, ['--conditions=@permesso/source', main, 'serve', '--json'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: '/nonexistent',
      DATABASE_URL: databaseUrl,
      PERMESSO_SECRET: secret,
      PERMESSO_PORT: String(port),
      PERMESSO_LOG: 'silent',
      PERMESSO_CONNECTIONS: '16',
      PERMESSO_REQUESTS_PER_SECOND: '100000',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let complaint = '';
  child.stderr.setEncoding('utf8');
  child.stderr.on('data', (text: string) => {
    complaint = (complaint + text).slice(-500);
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
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
    };
  }
  throw new Error(`the server ended before it listened: ${complaint}`);
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
