import { parseJson } from '@permesso/engine/call';
import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  failed,
  newId,
  spawnEngineProcess,
  startEngine,
  wrapMessage,
  type EngineClient,
  type EngineClientOptions,
  type Wrapped,
  type WrapRequest,
} from './engine-client.ts';
import type { EngineReply, SharedRequest } from './engine-process.ts';
import { engineIdentity } from './find-engine.ts';
import { isAtOrBelow } from './read-profile.ts';
import { messageLine } from './session/message-line.ts';

/**
 * One engine for all processes of a user, which stays: a process that runs one command otherwise waits for the engine and its
 * proxy longer than for the command. Where none answers and none can be started, the process has one of its own.
 */
export function sharedEngine(options: EngineClientOptions): EngineClient {
  // Another version or another program of it is another engine.
  const path = join(options.folder, `${prefix}${engineIdentity(options.engine).slice(0, 16)}`);
  const open = new Set<Socket>();
  let own: EngineClient | undefined;
  return {
    isRunning: () => true,
    wrap: async (request) => {
      const socket = (await connect(path)) ?? (await startAt(path, options));
      if (socket === undefined) {
        own ??= startEngine(options);
        return own.wrap(request);
      }
      open.add(socket);
      socket.once('close', () => open.delete(socket));
      return wrapThrough(socket, { request, options });
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      await own?.close();
    },
  };
}

const prefix = 'engine-';

/** How many were asked to end. */
export async function stopSharedEngines(folder: string): Promise<number> {
  const names =
    lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true ? readdirSync(folder) : [];
  const sockets = await Promise.all(
    names.filter((name) => name.startsWith(prefix)).map((name) => connect(join(folder, name))),
  );
  const stop: SharedRequest = { kind: 'stop' };
  const found = sockets.filter((socket) => socket !== undefined);
  await Promise.all(
    found.map((socket) => {
      const closed = new Promise<void>((resolve) => {
        socket.once('close', () => resolve());
      });
      socket.end(messageLine(stop));
      return closed;
    }),
  );
  return found.length;
}

/** Only a socket of this user's own: another user's process would write the plan. */
function connect(path: string): Promise<Socket | undefined> {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isSocket() !== true || found.uid !== process.getuid?.()) return Promise.resolve(undefined);
  const { promise, resolve } = Promise.withResolvers<Socket | undefined>();
  const socket = createConnection({ path });
  socket.once('connect', () => resolve(socket));
  socket.once('error', () => resolve(undefined));
  return promise;
}

async function startAt(path: string, options: EngineClientOptions): Promise<Socket | undefined> {
  // What is there is of a process that was killed.
  rmSync(path, { force: true });
  const runFolder = mkdtempSync(join(options.folder, 'r-'));
  const child = spawnEngineProcess({
    ...options,
    runFolder,
    socket: path,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await new Promise<void>((resolve) => {
    child.stdout?.once('data', () => resolve());
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  child.stdout?.destroy();
  child.unref();
  return connect(path);
}

interface Wrapping {
  readonly request: WrapRequest;
  readonly options: EngineClientOptions;
}

async function wrapThrough(socket: Socket, { request, options }: Wrapping): Promise<Wrapped> {
  const id = newId();
  const replied = new Promise<EngineReply>((resolve) => {
    createInterface({ input: socket }).once('line', (line) => resolve(readReply(line, id)));
    socket.once('close', () => resolve({ id, problem: 'the engine process ended' }));
    socket.on('error', () => socket.destroy());
  });
  socket.write(messageLine(wrapMessage(request, { id, engine: options.engine })));
  const { line, runFolder, problem } = await replied;
  // Its sockets may be written to: only where engines have them.
  if (line === undefined || runFolder === undefined || !isAtOrBelow(runFolder, options.folder)) {
    socket.destroy();
    throw failed(problem ?? 'no reply');
  }
  return { line, runFolder, ended: () => socket.destroy() };
}

function readReply(text: string, id: string): EngineReply {
  const said = parseJson(text) as Partial<Record<keyof EngineReply, unknown>> | null | undefined;
  const { line, runFolder, problem } = said ?? {};
  if (said?.id === id && typeof line === 'string' && typeof runFolder === 'string')
    return { id, line, runFolder };
  return { id, problem: typeof problem === 'string' ? problem : 'not a valid reply' };
}
