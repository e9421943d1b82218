import { parseJson } from '@permesso/engine/call';
import { chmodSync, closeSync, constants, openSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { privateDirectory, namesInFolder, publicProblem, writePrivate, readText } from '@permesso/gate/disk';
import { isSameProcess, processFacts, type ProcessFacts } from '@permesso/gate/payloads';
import { titleFor } from './seal.ts';

/**
 * A bridge as it announces itself, in a file that only this user can write. Its claims are checked with the kernel.
 */
export interface Bridge {
  readonly pid: number;
  readonly started: string;
  /** A file name in the bridge directory. */
  readonly socket: string;
  readonly publicKey: string;
}

function bridgesDirectory(state: string): string {
  return join(state, 'bridges');
}

/**
 * A socket address through the directory's descriptor: an address has room for about a hundred characters, and home
 * paths can be longer. Refused unless the directory belongs to this user alone.
 */
export function socketAddress(
  state: string,
  name: string,
): { readonly path: string; readonly close: () => void } {
  const directory = bridgesDirectory(state);
  if (!isGuarded(directory)) throw new Error(`${directory} is open to others`);
  const descriptor = openSync(directory, constants.O_RDONLY | constants.O_DIRECTORY);
  return { path: `/proc/self/fd/${descriptor}/${name}`, close: () => closeSync(descriptor) };
}

/** Announces this bridge to the hooks of the program that started it. */
export function announceBridge(state: string, host: ProcessFacts, bridge: Bridge): () => void {
  const file = join(bridgesDirectory(state), `${host.pid}-${host.started}-${bridge.pid}.json`);
  rmSync(file, { force: true });
  writePrivate(file, JSON.stringify(bridge));
  return () => rmSync(file, { force: true });
}

/**
 * The bridges that this program has started, oldest first: the session that the person sees. Each is a child of the
 * program, started when the file says, and carries the fingerprint of its key.
 */
export function bridgesOf(host: ProcessFacts, state: string): readonly Bridge[] {
  const directory = bridgesDirectory(state);
  if (!isGuarded(directory)) return [];
  const start = `${host.pid}-${host.started}-`;
  return namesInFolder(directory)
    .filter((name) => name.startsWith(start) && name.endsWith('.json'))
    .flatMap((name) => readBridge(join(directory, name)) ?? [])
    .filter((bridge) => bridgeProblem(bridge, host) === undefined)
    .toSorted((a, b) => Number(a.started) - Number(b.started));
}

/** Why this is not the bridge of that program; undefined when it is. */
export function bridgeProblem(
  { pid, started, publicKey }: Omit<Bridge, 'socket'>,
  host: ProcessFacts,
): string | undefined {
  const now = processFacts(pid);
  if (now === undefined || !isSameProcess({ pid, started }, now)) return 'the process is gone';
  if (!isSameProcess(host, processFacts(host.pid))) return 'the agent program is gone';
  if (now.parent !== host.pid) return 'the agent program did not start it';
  return now.commandLine === titleFor(publicKey) ? undefined : 'the key is not its own';
}

/** Creates the directory, and removes the files of bridges that were killed. */
export function prepareBridges(state: string): void {
  const directory = privateDirectory(bridgesDirectory(state));
  chmodSync(directory, 0o700);
  for (const name of namesInFolder(directory)) {
    const pid = Number(/(\d+)(?:\.[0-9a-f]+)?\.(?:json|sock)$/.exec(name)?.[1]);
    if (pid > 0 && processFacts(pid) === undefined) rmSync(join(directory, name), { force: true });
  }
}

function isGuarded(directory: string): boolean {
  const found = statSync(directory, { throwIfNoEntry: false });
  return found !== undefined && publicProblem(directory) === undefined && (found.mode & 0o077) === 0;
}

function readBridge(file: string): Bridge | undefined {
  const read = readText(file);
  if (!('text' in read)) return undefined;
  const { pid, started, socket, publicKey } = (parseJson(read.text) ?? {}) as Record<keyof Bridge, unknown>;
  if (
    !Number.isSafeInteger(pid) ||
    typeof started !== 'string' ||
    typeof publicKey !== 'string' ||
    typeof socket !== 'string' ||
    !/^[\w.-]+\.sock$/.test(socket)
  )
    return undefined;
  return { pid: Number(pid), started, socket, publicKey };
}
