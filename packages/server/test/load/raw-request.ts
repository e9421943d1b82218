import { once } from 'node:events';
import { connect } from 'node:net';

/** One kept connection that sends prepared requests, one after the other: as little client as possible. */
export interface RawConnection {
  readonly send: (request: Buffer) => Promise<RawReply>;
  readonly close: () => void;
}

export interface RawReply {
  readonly status: number;
  readonly body: string;
}

/** A request as bytes. Making and signing it is the agent's work, so it is done before the clock starts. */
export function rawRequest(
  what: string,
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: Uint8Array },
): Buffer {
  const lines = Object.entries({ host: 'x', 'content-length': String(body.length), ...headers });
  const head = `${what} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}

export async function openRaw(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, noDelay: true });
  await once(socket, 'connect');
  let text = '';
  let waiting: PromiseWithResolvers<RawReply> | undefined;
  socket.setEncoding('latin1');
  socket.on('data', (piece: string) => {
    text += piece;
    const reply = whole(text);
    if (reply === undefined) return;
    text = '';
    waiting?.resolve(reply);
  });
  const lost = (): void => waiting?.reject(new Error('the server closed the connection'));
  socket.on('error', lost);
  socket.on('close', lost);
  return {
    send: async (request) => {
      waiting = Promise.withResolvers();
      if (socket.destroyed) lost();
      else socket.write(request);
      return await waiting.promise;
    },
    close: () => void socket.destroy(),
  };
}

/** The server names the length of what it answers; nothing while some of it is on its way. */
function whole(text: string): RawReply | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
  const body = text.slice(end + 4);
  return body.length < length ? undefined : { status: Number(text.slice(9, 12)), body };
}
