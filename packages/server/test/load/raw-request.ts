import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

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
  return { send: (request) => exchange(socket, request), close: () => void socket.destroy() };
}

async function exchange(socket: Socket, request: Buffer): Promise<RawReply> {
  const { promise, resolve, reject } = Promise.withResolvers<RawReply>();
  let text = '';
  const more = (piece: Buffer): void => {
    text += piece.toString('latin1');
    const reply = whole(text);
    if (reply !== undefined) resolve(reply);
  };
  const lost = (): void => reject(new Error('the server closed the connection'));
  socket.on('data', more);
  socket.once('close', lost);
  try {
    socket.write(request);
    return await promise;
  } finally {
    socket.off('data', more);
    socket.off('close', lost);
  }
}

/** The server names the length of what it answers; nothing while some of it is on its way. */
function whole(text: string): RawReply | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0);
  const body = text.slice(end + 4);
  return body.length < length ? undefined : { status: Number(text.slice(9, 12)), body };
}
