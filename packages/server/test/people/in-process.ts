import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { EventEmitter } from 'node:events';
import type { OutgoingHttpHeaders, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';

/** Requests to this server of this process skip the network, which costs more than most of their answers. Until it is ended. */
export async function withoutNetwork(url: string): Promise<() => void> {
  const overNetwork = globalThis.fetch;
  const server = await serverAt(url);
  globalThis.fetch = async (asked, how = {}) => {
    const target = asked instanceof Request ? asked.url : String(asked);
    return target.startsWith(`${url}/`)
      ? await answerOf(server, target.slice(url.length), how)
      : await overNetwork(asked, how);
  };
  return () => {
    globalThis.fetch = overNetwork;
  };
}

async function serverAt(url: string): Promise<Server> {
  const { promise, resolve } = Promise.withResolvers<Server>();
  const port = Number(new URL(url).port);
  const look = (message: unknown): void => {
    const { server } = message as { readonly server: Server };
    if ((server.address() as AddressInfo).port === port) resolve(server);
  };
  subscribe('http.server.request.start', look);
  await fetch(`${url}/healthz`);
  unsubscribe('http.server.request.start', look);
  return await promise;
}

async function answerOf(server: Server, target: string, how: RequestInit): Promise<Response> {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const headers = new Headers(how.headers);
  const { body } = how;
  if (body instanceof URLSearchParams) headers.set('content-type', 'application/x-www-form-urlencoded');
  const sent = Object.assign(new Readable({ read: () => undefined }), {
    method: how.method ?? 'GET',
    url: target,
    headers: Object.fromEntries(headers),
    socket: { remoteAddress: '127.0.0.1' },
    complete: true,
  });
  if (body !== undefined && body !== null)
    sent.push(body instanceof Uint8Array ? body : String(body as string | URLSearchParams));
  sent.push(null);
  server.emit('request', sent, new Answer(resolve));
  return await promise;
}

/** As much of a `ServerResponse` as an answer in one piece needs. */
class Answer extends EventEmitter {
  destroyed = false;
  writableFinished = false;
  private readonly resolve: (response: Response) => void;
  private readonly headers = new Headers();
  private status = 200;

  constructor(resolve: (response: Response) => void) {
    super();
    this.resolve = resolve;
  }

  setHeader(name: string, value: string): void {
    this.headers.set(name, value);
  }

  writeHead(status: number, headers: OutgoingHttpHeaders): this {
    this.status = status;
    for (const [name, value] of Object.entries(headers))
      for (const each of Array.isArray(value) ? value : [value]) this.headers.append(name, String(each));
    return this;
  }

  end(body?: string): void {
    this.writableFinished = true;
    this.resolve(new Response(body ?? null, { status: this.status, headers: this.headers }));
    this.emit('close');
  }
}
