import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { messageOf } from '@permesso/engine/call';
import { problemBody, problemType } from '@permesso/protocol/console';
import { readJsonText } from '@permesso/gate/http';
import { createBrowserSession, type BrowserSession } from './browser-session.ts';
import { safeHeaders } from './headers.ts';
import { Refused, type Route } from './route.ts';

export interface ServeOptions {
  readonly routes: readonly Route[];
  /** Built pages by path; `/` is the first page. */
  readonly pages: ReadonlyMap<string, Page>;
  /** The live stream at `/api/live`: called for each page that listens, ends with the signal. */
  readonly live: (send: (event: string, data: unknown) => void, signal: AbortSignal) => void;
  /** Any free port when absent. */
  readonly port?: number;
}

/** A file of the built pages, ready to be served. */
export interface Page {
  readonly type: string;
  readonly bytes: Buffer;
}

export interface Served {
  readonly port: number;
  /** Includes the one-time key. */
  readonly address: string;
  /** Resolves when a browser has used the key. */
  readonly entered: Promise<void>;
  readonly close: () => Promise<void>;
}

const mostBytes = 1024 * 1024;

/** A browser also sends the cookies of other servers on this host, and must not be rejected for that. */
const mostCookies = 1024 * 1024;

/** Serves pages and routes on this machine alone. */
export async function serve(options: ServeOptions): Promise<Served> {
  const server = createServer({ maxHeaderSize: mostCookies });
  server.requestTimeout = 30_000;
  const port = await listen(server, options.port ?? 0);
  const door = createBrowserSession({ hosts: [`127.0.0.1:${port}`, `localhost:${port}`] });
  server.on('request', (request, response) => {
    answerRequest({ request, response, door, options }).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else refuse(response, 500, messageOf(error));
    });
  });
  return {
    port,
    address: `http://127.0.0.1:${port}/?key=${door.key}`,
    entered: door.entered,
    close: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      server.close(() => resolve());
      server.closeAllConnections();
      return promise;
    },
  };
}

function listen(server: Server, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.once('error', (error: NodeJS.ErrnoException) =>
    reject(error.code === 'EADDRINUSE' ? new Error(`port ${port} is taken: choose another, or none`) : error),
  );
  // Never another interface: that would expose the console to the whole network.
  server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  return promise;
}

interface HttpExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly door: BrowserSession;
  readonly options: ServeOptions;
}

async function answerRequest({ request, response, door, options }: HttpExchange): Promise<void> {
  for (const [name, value] of Object.entries(safeHeaders)) response.setHeader(name, value);
  const entrance = door.check(request);
  if (entrance.opens === 'no')
    return request.headers['sec-fetch-dest'] === 'document'
      ? turnAway(response, entrance)
      : refuse(response, entrance.status, entrance.why);
  if (entrance.opens === 'key') {
    response.setHeader('set-cookie', entrance.cookie);
    return lead(response, entrance.room);
  }
  const { searchParams } = new URL(request.url ?? '/', 'http://here');
  const { path } = entrance;
  if (request.method === 'GET' && path === '/api/live') return stream(request, response, options);
  const route = options.routes.find((each) => each.method === request.method && each.path === path);
  if (route !== undefined) {
    try {
      const body = route.method === 'POST' ? await readBody(request) : {};
      return end(response, 200, (await route.run({ query: searchParams, body })) ?? {});
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return refuse(response, 400, error.message);
    }
  }
  const page = request.method === 'GET' ? options.pages.get(path) : undefined;
  if (page === undefined) return refuse(response, 404, 'there is nothing here');
  response.setHeader('content-type', page.type);
  response.end(page.bytes);
}

/**
 * A page of ours that navigates on, not an HTTP redirect: after a redirect from elsewhere the request still counts as
 * cross-site, and the browser withholds the cookie.
 */
function lead(response: ServerResponse, room: string): void {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(
    `<!doctype html><html lang="en"><title>Permesso</title><link rel="icon" href="${room}door.svg">` +
      `<meta http-equiv="refresh" content="0;url=${room}"><a href="${room}">Permesso</a></html>`,
  );
}

/** A person who opens an old URL reads a sentence, not JSON. */
function turnAway(response: ServerResponse, { status, why }: { status: number; why: string }): void {
  response.statusCode = status;
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(
    `<!doctype html><html lang="en"><title>Permesso</title><meta name="color-scheme" content="light dark">` +
      `<meta name="viewport" content="width=device-width"><h1>Permesso</h1><p>${why}</p></html>`,
  );
}

function end(response: ServerResponse, status: number, json: unknown): void {
  response.statusCode = status;
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end(JSON.stringify(json));
}

function refuse(response: ServerResponse, status: number, detail: string): void {
  response.statusCode = status;
  response.setHeader('content-type', problemType);
  response.end(JSON.stringify(problemBody(status, detail)));
}

async function readBody(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const read = await readJsonText(request, { most: mostBytes });
  if ('why' in read) throw new Refused(refusals[read.why]);
  const body = parseJsonBody(read.text);
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Refused('send a JSON object');
  return body as Readonly<Record<string, unknown>>;
}

const refusals = {
  type: 'send JSON',
  length: 'that is too much',
  encoding: 'send UTF-8',
} as const;

function parseJsonBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Refused(`that is not JSON: ${messageOf(error)}`);
  }
}

function stream(request: IncomingMessage, response: ServerResponse, { live }: ServeOptions): void {
  const over = new AbortController();
  request.on('close', () => over.abort());
  response.setHeader('content-type', 'text/event-stream');
  response.write(': hello\n\n');
  live((event, data) => {
    if (!over.signal.aborted) response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }, over.signal);
}
