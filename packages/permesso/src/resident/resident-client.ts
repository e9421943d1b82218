import { randomUUID } from 'node:crypto';
import { createConnection } from 'node:net';
import { residentProtocol, residentSocket } from '../launch/resident-places.ts';
import { writeRequest } from './resident-request.ts';
import type { ResidentStatus } from './serve-resident.ts';

/** The process's status; undefined if none answers. */
export async function askResident(
  what: 'status' | 'stop',
  { state, wait = 1000 }: { readonly state: string; readonly wait?: number },
): Promise<ResidentStatus | undefined> {
  const nonce = randomUUID();
  const text = writeRequest({
    nonce,
    host: what,
    sent: 0,
    patience: 0,
    launcher: process.pid,
    ask: '',
    environment: ['', '', ''],
    started: ['', ''],
    payload: '',
  });
  const reply = await sendTo(residentSocket(state), { text, wait });
  const start = `${residentProtocol} ${nonce} ${text.split(' ')[3]} 0 `;
  if (reply?.startsWith(start) !== true) return undefined;
  try {
    const value = JSON.parse(reply.slice(start.length)) as Partial<ResidentStatus>;
    return typeof value.pid === 'number' ? (value as ResidentStatus) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The reply up to the end of the connection; undefined if unreachable or too slow. */
export function sendTo(
  path: string,
  { text, wait }: { readonly text: string; readonly wait: number },
): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const socket = createConnection({ path, allowHalfOpen: true });
  let said = '';
  socket.setEncoding('utf8');
  socket.setTimeout(wait, () => socket.destroy());
  socket.on('data', (chunk: string) => (said += chunk));
  socket.on('error', () => resolve(undefined));
  socket.on('end', () => {
    resolve(said);
    socket.destroy();
  });
  socket.on('close', () => resolve(undefined));
  socket.end(text);
  return promise;
}
