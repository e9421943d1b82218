import { createConnection, type Socket } from 'node:net';
import { once } from 'node:events';
import type { RedisClient } from '../../src/stores/redis.ts';

/** The shape of a client of `redis`, over a socket: commands out, replies in, in their order. */
export interface RedisConnection extends RedisClient {
  readonly close: () => void;
}

const redisAddress: URL = new URL(process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379');

export async function connectRedis(): Promise<RedisConnection> {
  const socket: Socket = createConnection(Number(redisAddress.port || 6379), redisAddress.hostname);
  await once(socket, 'connect');
  const waiting: { resolve: (reply: unknown) => void; reject: (error: Error) => void }[] = [];
  let rest: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    for (let read = readReply(rest, 0); read !== undefined; read = readReply(rest, 0)) {
      rest = rest.subarray(read.end);
      const next = waiting.shift();
      if (read.value instanceof Error) next?.reject(read.value);
      else next?.resolve(read.value);
    }
  });
  socket.on('error', (error) => {
    for (const each of waiting.splice(0)) each.reject(error);
  });
  return {
    sendCommand: (command) =>
      new Promise((resolve, reject) => {
        waiting.push({ resolve, reject });
        const words = command.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
        socket.write(`*${command.length}\r\n${words.join('')}`);
      }),
    close: () => void socket.destroy(),
  };
}

interface Read {
  readonly value: unknown;
  readonly end: number;
}

/** Nothing while it is not there as a whole. */
function readReply(from: Buffer, at: number): Read | undefined {
  const line = from.indexOf('\r\n', at);
  if (line < 0) return undefined;
  const text = from.toString('utf8', at + 1, line);
  const start = line + 2;
  switch (from.toString('utf8', at, at + 1)) {
    case '+':
      return { value: text, end: start };
    case '-':
      return { value: new Error(text), end: start };
    case ':':
      return { value: Number(text), end: start };
    case '$': {
      const end = start + Number(text);
      if (text === '-1') return { value: null, end: start };
      return from.length < end + 2 ? undefined : { value: from.toString('utf8', start, end), end: end + 2 };
    }
    default:
      return readList(from, start, Number(text));
  }
}

function readList(from: Buffer, start: number, length: number): Read | undefined {
  const value: unknown[] = [];
  let end = start;
  for (let place = 0; place < length; place++) {
    const read = readReply(from, end);
    if (read === undefined) return undefined;
    value.push(read.value);
    end = read.end;
  }
  return { value, end };
}
