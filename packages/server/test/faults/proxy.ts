import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

/** What a network does to bytes on their way. Nothing of it is known to either end. */
export type Weather =
  | { readonly is: 'clear' }
  /** Ends a connection so many bytes after the weather began there: in a request, or in a reply. */
  | { readonly is: 'cut'; readonly in: 'request' | 'reply'; readonly after: () => number }
  /** Each piece waits before it goes on. */
  | { readonly is: 'slow'; readonly ms: () => number }
  /** A few bytes at a time. */
  | { readonly is: 'trickle'; readonly bytes: () => number }
  /** Nothing arrives, and nobody is told. What was sent goes on when it is over. */
  | { readonly is: 'hole' };

/** A way to somewhere on loopback on which weather can be made. */
export interface Proxy {
  readonly port: number;
  /** Cuts that happened, pieces that were held up. */
  readonly counts: { cut: number; held: number };
  readonly set: (weather: Weather) => void;
  readonly close: () => Promise<void>;
}

export async function openProxy(target: () => number): Promise<Proxy> {
  const counts = { cut: 0, held: 0 };
  const pairs = new Set<readonly Socket[]>();
  let weather: Weather = { is: 'clear' };
  let changed = Promise.withResolvers<void>();

  const server = createServer((client) => {
    const upstream = connect(target(), '127.0.0.1');
    const pair = [client, upstream];
    pairs.add(pair);
    const end = (): void => {
      pairs.delete(pair);
      for (const socket of pair) socket.destroy();
    };
    for (const socket of pair) {
      socket.setNoDelay(true);
      socket.on('error', end);
      socket.on('close', end);
    }
    void carry(client, upstream, 'request');
    void carry(upstream, client, 'reply');

    async function carry(from: Socket, to: Socket, way: 'request' | 'reply'): Promise<void> {
      let left: { readonly of: Weather; bytes: number } | undefined;
      try {
        for await (const piece of from) {
          let bytes = piece as Buffer;
          if (weather.is === 'cut' && weather.in === way) {
            if (left?.of !== weather) left = { of: weather, bytes: weather.after() };
            if (bytes.length >= left.bytes) {
              to.write(bytes.subarray(0, left.bytes));
              counts.cut += 1;
              // Let what goes before the cut leave first.
              await wait(1);
              cut();
              return;
            }
            left.bytes -= bytes.length;
          }
          while (weather.is !== 'clear' && weather.is !== 'cut' && bytes.length > 0) {
            counts.held += 1;
            if (weather.is === 'hole') await changed.promise;
            else if (weather.is === 'slow') {
              await Promise.race([wait(weather.ms()), changed.promise]);
              break;
            } else {
              const some = weather.bytes();
              to.write(bytes.subarray(0, some));
              bytes = bytes.subarray(some);
              await wait(2);
            }
          }
          if (bytes.length > 0) to.write(bytes);
        }
        to.end();
      } catch (error) {
        if (!isGone(error)) throw error;
        end();
      }
    }

    /** Half of the time as a machine that forgot the connection, half as one that ended it. */
    function cut(): void {
      if (counts.cut % 2 === 0) for (const socket of pair) socket.resetAndDestroy();
      end();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    counts,
    set: (next) => {
      weather = next;
      changed.resolve();
      changed = Promise.withResolvers();
    },
    close: async () => {
      server.close();
      for (const pair of pairs) for (const socket of pair) socket.destroy();
      await once(server, 'close');
    },
  };
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^E|ERR_STREAM/.test(String(error.code));
}
