import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { messageOf } from '@permesso/engine/call';
import { isStateless } from '../protocol/protocol-version.ts';
import { headerMismatch, messagesIn, type ReadBody, readPost, type Refusal } from './http-body.ts';
import { eventStream, type EventStream, type Exchange, httpExchange } from './http-exchange.ts';
import { foreign, type Listen } from './loopback.ts';
import { errorCodes, errorText, type Message } from '../protocol/message.ts';
import type { Route } from '../route.ts';
import { isAnswered, type Session } from '../session.ts';

export interface HttpFrontOptions {
  readonly listen: Listen;
  readonly open: (how: { readonly stray: Pick<Route, 'tell'>; readonly shared: boolean }) => Session;
  readonly report: (line: string) => void;
}

export interface HttpFront {
  readonly url: string;
  readonly close: () => void;
}

interface Kept {
  readonly session: Session;
  readonly stream: ClientStream;
  usedAt: number;
}

const mostSessions = 256;
const idleMs = 30 * 60_000;
const sessionHeader = 'mcp-session-id';

/** Serves any number of clients on this machine by streamable HTTP. */
export async function serveHttp({ listen, open, report }: HttpFrontOptions): Promise<HttpFront> {
  const sessions = new Map<string, Kept>();
  // Requests of the stateless revisions belong to nobody, so they share one.
  let stateless: Session | undefined;

  function begin(): { readonly id: string; readonly kept: Kept } {
    const stream = clientStream(report);
    const kept: Kept = { session: open({ stray: stream, shared: false }), stream, usedAt: Date.now() };
    const id = randomUUID();
    sessions.set(id, kept);
    return { id, kept };
  }

  function end(id: string): void {
    const kept = sessions.get(id);
    sessions.delete(id);
    kept?.stream.end();
    kept?.session.close();
  }

  function sessionOf(request: IncomingMessage): Kept | undefined {
    const id = request.headers[sessionHeader];
    const kept = typeof id === 'string' ? sessions.get(id) : undefined;
    if (kept !== undefined) kept.usedAt = Date.now();
    return kept;
  }

  async function post(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const read = await readPost(request);
    if ('status' in read) return refuseRequest(response, read);
    const messages = messagesIn(read);
    if (messages.some(({ value }) => value['method'] === 'initialize')) {
      if (sessions.size >= mostSessions)
        return refuseRequest(response, { status: 503, message: 'too many sessions are open' });
      const { id, kept } = begin();
      return postInSession(read, kept, { response, headers: { [sessionHeader]: id } });
    }
    const isNamed = request.headers[sessionHeader] !== undefined;
    if (!isNamed && messages.every(({ value }) => isStateless(value)))
      return postStateless(read, request, response);
    const kept = sessionOf(request);
    if (kept !== undefined) return postInSession(read, kept, { response, headers: {} });
    return isNamed
      ? refuseRequest(response, { status: 404, message: 'there is no such session' })
      : refuseRequest(response, { status: 400, message: 'there is no session: send `initialize` first' });
  }

  function postStateless(read: ReadBody, request: IncomingMessage, response: ServerResponse): void {
    const messages = messagesIn(read);
    const wrong = messages
      .map(({ value }) => headerMismatch(request.headers, value))
      .find((name) => name !== undefined);
    if (wrong !== undefined)
      return refuseRequest(response, {
        status: 400,
        message: `${wrong} contradicts the body`,
        code: errorCodes.headerMismatch,
      });
    stateless ??= open({ stray: { tell: () => undefined }, shared: true });
    const session = stateless;
    const route = routeFor(messages, response, {});
    // Here to hang up is to cancel.
    if (route !== undefined) response.on('close', () => session.leave(route));
    give(read, session, route ?? nowhere);
  }

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const stranger = foreign(request.headers, { port });
    if (stranger !== undefined) return refuseRequest(response, { status: 403, message: stranger });
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname !== '/mcp' && pathname !== '/')
      return refuseRequest(response, { status: 404, message: 'the gateway is at /mcp' });
    if (request.method === 'POST') {
      post(request, response).catch((error: unknown) => {
        report(`a request failed: ${messageOf(error)}`);
        refuseRequest(response, { status: 500, message: 'the request failed' });
      });
    } else if (request.method === 'GET') {
      const kept = sessionOf(request);
      if (kept === undefined)
        return refuseRequest(response, { status: 405, message: 'there is no stream without a session' });
      kept.stream.attach(eventStream(response, {}), response);
    } else if (request.method === 'DELETE' && sessionOf(request) !== undefined) {
      end(String(request.headers[sessionHeader]));
      response.writeHead(204).end();
    } else refuseRequest(response, { status: 405, message: 'this method is not served' });
  }

  const server = createServer((request, response) => {
    response.on('error', () => undefined);
    handle(request, response);
  });
  const ready = Promise.withResolvers<void>();
  server.once('error', ready.reject);
  server.listen(listen.port, listen.host, () => ready.resolve());
  await ready.promise;
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : listen.port;
  const sweep = setInterval(() => {
    for (const [id, { usedAt, stream }] of sessions)
      if (Date.now() - usedAt > idleMs && !stream.isOpen()) end(id);
  }, 60_000);
  sweep.unref();
  const shown = listen.host.includes(':') ? `[${listen.host}]` : listen.host;
  return {
    url: `http://${shown}:${port}/mcp`,
    close: () => {
      clearInterval(sweep);
      for (const id of sessions.keys()) end(id);
      stateless?.close();
      server.close();
      server.closeAllConnections();
    },
  };
}

/** A message without a request gets no answer. */
const nowhere: Route = { reply: () => undefined, tell: () => undefined };

function postInSession(
  read: ReadBody,
  { session, stream }: Kept,
  { response, headers }: { readonly response: ServerResponse; readonly headers: Record<string, string> },
): void {
  const route = routeFor(messagesIn(read), response, headers);
  if (route !== undefined) stream.lend(route);
  give(read, session, route ?? nowhere);
}

function give(read: ReadBody, session: Session, route: Route): void {
  if ('message' in read) session.receive(read.message, route);
  else session.receiveBatch(read.batch, route);
}

function routeFor(
  messages: readonly Message[],
  response: ServerResponse,
  headers: Record<string, string>,
): ReturnType<typeof httpExchange> | undefined {
  if (messages.some(isAnswered)) return httpExchange(response, headers);
  response.writeHead(202, headers).end();
  return undefined;
}

function refuseRequest(
  response: ServerResponse,
  { status, message, code = errorCodes.refused }: Refusal,
): void {
  if (!response.headersSent) response.writeHead(status, { 'content-type': 'application/json' });
  response.end(errorText('null', { code, message }));
}

/** The way to the client of one HTTP session for what belongs to no request. */
interface ClientStream extends Pick<Route, 'tell'> {
  /** The stream that the client keeps open for it. */
  readonly attach: (stream: EventStream, response: ServerResponse) => void;
  /** An exchange that is under way carries it where there is no such stream. */
  readonly lend: (exchange: Exchange) => void;
  readonly isOpen: () => boolean;
  readonly end: () => void;
}

const mostWaiting = 100;

function clientStream(report: (line: string) => void): ClientStream {
  let open: EventStream | undefined;
  const lent = new Set<Exchange>();
  const waiting: string[] = [];
  return {
    tell: (text) => {
      for (const exchange of lent) if (exchange.isOver()) lent.delete(exchange);
      const [exchange] = lent;
      if (open !== undefined) open.send(text);
      else if (exchange !== undefined) exchange.tell(text);
      else if (waiting.length < mostWaiting) waiting.push(text);
      else report('a message for a client that does not listen was dropped');
    },
    attach: (stream, response) => {
      open?.end();
      open = stream;
      for (const text of waiting.splice(0)) stream.send(text);
      response.on('close', () => {
        if (open === stream) open = undefined;
      });
    },
    lend: (exchange) => {
      for (const one of lent) if (one.isOver()) lent.delete(one);
      lent.add(exchange);
    },
    isOpen: () => open !== undefined,
    end: () => open?.end(),
  };
}
