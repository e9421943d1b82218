import { chmodSync, lstatSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { lockFile, makeFolder, findPlaces, type Places } from '@permesso/gate/disk';
import { answerContext, answerResident, type AnswerContext } from './answer-resident.ts';
import {
  installedCode,
  residentDirectory,
  residentExposed,
  residentForbidden,
  residentSocket,
} from '../launch/resident-places.ts';
import { recordedRequests } from './recorded-requests.ts';
import { readRequest, writeReply, type ResidentRequest } from './resident-request.ts';

export interface ServeResidentOptions {
  /** The file that decides: when it changes, this process exits. */
  readonly hook: string;
  /** Milliseconds without a request after which it exits. */
  readonly idle: number;
  readonly places?: Places;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** More than any call that is worth answering quickly. */
const mostBytes = 4 * 1024 * 1024;
const mostConnections = 256;

/** Why it ended, for diagnosis. */
export type ResidentEnd = 'idle' | 'stopped' | 'busy' | 'changed' | 'forbidden';

/** Answers hooks until it is idle, stopped, or no longer the installed version. Only one runs per user. */
export async function serveResident(options: ServeResidentOptions): Promise<ResidentEnd> {
  const { hook, idle, places = findPlaces(), env = process.env } = options;
  const { state } = places;
  if (residentForbidden(places) !== undefined) return 'forbidden';
  makeFolder(residentDirectory(state));
  chmodSync(residentDirectory(state), 0o700);
  const lock = lockFile(`${residentSocket(state)}.lock`);
  lock.clearDead();
  if (!lock.take()) {
    lock.close();
    return 'busy';
  }
  const end = Promise.withResolvers<ResidentEnd>();
  const code = installedCode(hook);
  const recorded = recordedRequests(state);
  const context = { ...answerContext(places, env), onRecorded: recorded.add };
  let timer = setTimeout(end.resolve, idle, 'idle');
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    clearTimeout(timer);
    timer = setTimeout(end.resolve, idle, 'idle');
    receiveRequest(socket, (request) => {
      if (request.host === 'status' || request.host === 'stop') {
        if (request.host === 'stop') end.resolve('stopped');
        return Promise.resolve(writeReply(request, 0, JSON.stringify(statusNow())));
      }
      const why =
        installedCode(hook) === code ? (residentExposed(state) ?? residentForbidden(places)) : 'changed';
      if (why === undefined) return replyTo(request, context);
      end.resolve(residentForbidden(places) === undefined ? 'changed' : 'forbidden');
      return Promise.resolve(undefined);
    });
  });
  server.maxConnections = mostConnections;
  try {
    await listenOn(server, residentSocket(state));
    return await end.promise;
  } finally {
    clearTimeout(timer);
    server.close();
    rmSync(residentSocket(state), { force: true });
    recorded.close();
    lock.release();
    lock.close();
  }
}

const began = Date.now();
let served = 0;

export interface ResidentStatus {
  readonly pid: number;
  readonly since: number;
  readonly served: number;
  /** Bytes. */
  readonly memory: number;
}

function statusNow(): ResidentStatus {
  return { pid: process.pid, since: began, served, memory: process.memoryUsage.rss() };
}

async function replyTo(request: ResidentRequest, context: AnswerContext): Promise<string | undefined> {
  const answer = await answerResident(request, context);
  if (answer === undefined) return undefined;
  served += 1;
  return writeReply(request, answer.code, answer.text);
}

/** Reads up to the end of the request; on anything else the connection is closed, and the cold hook answers. */
function receiveRequest(
  socket: Socket,
  reply: (request: ResidentRequest) => Promise<string | undefined>,
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  socket.on('error', () => socket.destroy());
  socket.setTimeout(1000, () => socket.destroy());
  socket.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > mostBytes) socket.destroy();
    else chunks.push(chunk);
  });
  socket.on('end', () => {
    const request = readRequest(Buffer.concat(chunks));
    if (request === undefined) {
      socket.destroy();
      return;
    }
    reply(request).then(
      (text) => socket.end(text ?? ''),
      () => socket.destroy(),
    );
  });
}

function listenOn(server: ReturnType<typeof createServer>, path: string): Promise<void> {
  // The lock is ours, so nobody listens there: the socket is left from a killed process.
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) rmSync(path);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  // Nobody else may connect, not even between creating it and changing its mode.
  const before = process.umask(0o177);
  server.listen(path, () => resolve());
  process.umask(before);
  return promise;
}
