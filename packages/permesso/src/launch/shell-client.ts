import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRecord, parseJson } from '@permesso/engine/call';
import {
  replaceFile,
  makeFolder,
  publicProblem,
  readText,
  systemFolders,
  systemProgram,
} from '@permesso/gate/disk';
import { longestAddress, residentDirectory, residentSocket } from './resident-places.ts';

/** The programs with which a shell asks the resident process. Absolute paths: PATH belongs to the agent. */
export interface ShellClient {
  readonly socket: string;
  /**
   * Connects standard input and output to the socket, whose path follows the last word. `PATIENCE` in it is replaced
   * by a number of seconds.
   */
  readonly connect: readonly string[];
  readonly timeout: string;
  readonly sha256sum: string;
  readonly cat: string;
  /** Seconds to wait for the process before the hook is started; 0.3 when absent. */
  readonly patience?: number;
}

/** Placeholder for the seconds after which a program with its own timeout gives up. */
const patienceWord = 'PATIENCE';

/** Each closes its side at the end of its input, and waits for the answer. */
const connectors: readonly (readonly [name: string, ...words: string[]])[] = [
  ['socat', `-t${patienceWord}`, '-', 'UNIX-CONNECT:'],
  ['nc', '-N', '-U', ''],
];

const unused = 'the hook stays as it is';

/** Finds the programs and tries them on a socket. Throws, with the reason, if this machine lacks something. */
export async function findShellClient(state: string): Promise<ShellClient> {
  if (!existsSync('/proc/sys/kernel/random/uuid'))
    throw new Error(`a resident process needs Linux; ${unused}`);
  const socket = residentSocket(state);
  if (Buffer.byteLength(socket) > longestAddress)
    throw new Error(`${socket} is too long for the address of a socket; ${unused}`);
  const [timeout, sha256sum, cat] = ['timeout', 'sha256sum', 'cat'].map((name) => systemProgram(name));
  if (timeout === undefined || sha256sum === undefined || cat === undefined)
    throw new Error(`timeout, sha256sum or cat was not found in ${systemFolders.join(', ')}; ${unused}`);
  for (const [name, ...words] of connectors) {
    const program = systemProgram(name);
    if (program === undefined) continue;
    const connect = [program, ...words];
    if (await isAnswered(connect)) return { socket, connect, timeout, sha256sum, cat };
  }
  throw new Error(`neither socat nor nc (with -N and -U) works here; fix: install socat; ${unused}`);
}

async function isAnswered(connect: readonly string[]): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'permesso-client-'));
  const path = join(folder, 's');
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let said = '';
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => (said += chunk.toString('utf8')));
    socket.on('end', () => socket.end(`back ${said}`));
  });
  try {
    await new Promise<void>((resolve) => server.listen(path, resolve));
    return (await run(connected(connect, { path, patience: 2 }), 'x\ny')) === 'back x\ny';
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The command line for this socket. A program without its own timeout needs `timeout` before it, which is one more
 * process.
 */
export function connected(
  connect: readonly string[],
  { path, patience }: { readonly path: string; readonly patience: number },
): readonly [string, ...string[]] {
  const [program = '', ...words] = connect.map((word) => word.replace(patienceWord, String(patience)));
  const last = words.at(-1) ?? '';
  return [program, ...words.slice(0, -1), `${last}${path}`];
}

export function endsByItself(connect: readonly string[]): boolean {
  return connect.some((word) => word.includes(patienceWord));
}

function run([program, ...args]: readonly [string, ...string[]], input: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const child = execFile(program, args, { timeout: 2000 }, (error, stdout) => resolve(error ? '' : stdout));
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
  return promise;
}

function fileIn(state: string): string {
  return join(residentDirectory(state), 'client.json');
}

export function recordClient(state: string, client: ShellClient): void {
  makeFolder(residentDirectory(state));
  replaceFile(fileIn(state), { text: `${JSON.stringify(client, undefined, 2)}\n`, mode: 0o600 });
}

export function forgetClient(state: string): void {
  rmSync(fileIn(state), { force: true });
}

/** As recorded by `init --resident`; undefined without a record, or if others could have written it. */
export function recordedClient(state: string): ShellClient | undefined {
  if (publicProblem(residentDirectory(state)) !== undefined) return undefined;
  const read = readText(fileIn(state));
  if (!('text' in read)) return undefined;
  const value: unknown = parseJson(read.text);
  return isRecord(value) && isClient(value) ? value : undefined;
}

function isClient(
  value: Readonly<Record<string, unknown>>,
): value is Readonly<Record<string, unknown>> & ShellClient {
  const { connect } = value;
  return (
    ['socket', 'timeout', 'sha256sum', 'cat'].every((name) => typeof value[name] === 'string') &&
    Array.isArray(connect) &&
    connect.length > 1 &&
    connect.every((word) => typeof word === 'string')
  );
}
