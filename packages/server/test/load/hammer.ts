import { connect, type Socket } from 'node:net';
import { once } from 'node:events';

export interface Hammered {
  readonly done: number;
  readonly perSecond: number;
  /** Answers that were no 304. */
  readonly bad: number;
}

/** The same request again and again on a few connections, several ahead: as little client as possible. */
export async function hammer(
  url: string,
  {
    head,
    seconds,
    connections,
    ahead,
  }: {
    readonly head: string;
    readonly seconds: number;
    readonly connections: number;
    readonly ahead: number;
  },
): Promise<Hammered> {
  const { hostname, port } = new URL(url);
  const end = performance.now() + seconds * 1000;
  const counts = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      return await pump(socket, { head, ahead, end });
    }),
  );
  const done = counts.reduce((sum, { done: each }) => sum + each, 0);
  return { done, perSecond: Math.round(done / seconds), bad: counts.reduce((sum, { bad }) => sum + bad, 0) };
}

async function pump(
  socket: Socket,
  { head, ahead, end }: { readonly head: string; readonly ahead: number; readonly end: number },
): Promise<{ readonly done: number; readonly bad: number }> {
  let done = 0;
  let bad = 0;
  let rest = '';
  const { promise, resolve } = Promise.withResolvers<void>();
  socket.setEncoding('latin1');
  socket.on('data', (piece: string) => {
    const replies = (rest + piece).split('\r\n\r\n');
    rest = replies.pop() ?? '';
    done += replies.length;
    bad += replies.filter((reply) => !reply.startsWith('HTTP/1.1 304')).length;
    if (performance.now() >= end) resolve();
    else socket.write(head.repeat(replies.length));
  });
  socket.on('error', () => resolve());
  socket.write(head.repeat(ahead));
  await promise;
  socket.destroy();
  return { done, bad };
}
