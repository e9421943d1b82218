import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { messageOf, type Principal } from '@permesso/engine/call';
import { type ReadToken } from '../../http/principal-tokens.ts';
import type { OpenGatewaySession } from '../gateway.ts';
import { isStateless } from '../protocol/protocol-version.ts';
import { headerMismatch, messagesIn, type ReadBody, readPost, type Refusal } from './http-body.ts';
import { eventStream, type EventStream, type Exchange, httpExchange } from './http-exchange.ts';
import { foreign, type Listen } from './loopback.ts';
import { errorCodes, errorText, type Message } from '../protocol/message.ts';
import type { Route } from '../route.ts';
import { isAnswered, type Session } from '../session.ts';

export interface HttpFrontOptions {
  readonly listen: Listen;
  readonly open: OpenGatewaySession;
  /**
   * If set, each request must carry an access token for this server, and its session belongs to the person in the
   * token.
   */
  readonly access?: AccessTokens;
  readonly report: (line: string) => void;
}

/** What an OAuth 2.1 resource server needs to know. */
export interface AccessTokens {
  readonly read: ReadToken;
  readonly issuer: string;
  /** The required `aud` of tokens: this server's URL, as clients know it. */
  readonly audience: string;
}

export interface HttpFront {
  readonly url: string;
  readonly close: () => void;
}

interface Kept {
  readonly session: Session;
  /** The person who opened it. Nobody else may use it, even if they know its id. */
  readonly owner: string;
  readonly stream: ClientStream;
  usedAt: number;
}

const mostSessions = 256;
const idleMs = 30 * 60_000;
const sessionHeader = 'mcp-session-id';

/** Serves any number of clients on this machine by streamable HTTP. */
export async function serveHttp({ listen, open, access, report }: HttpFrontOptions): Promise<HttpFront> {
  const resource = access === undefined ? undefined : resourceOf(access);
  const sessions = new Map<string, Kept>();
  // Requests of the stateless revisions have no session, so those of one person share one.
  const stateless = new Map<string, Session>();

  function begin(who: Client): { readonly id: string; readonly kept: Kept } {
    const stream = clientStream(report);
    const session = open({ stray: stream, shared: false, ...who.named });
    const kept: Kept = { session, owner: who.key, stream, usedAt: Date.now() };
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

  function sessionOf(request: IncomingMessage, who: Client): Kept | undefined {
    const id = request.headers[sessionHeader];
    const kept = typeof id === 'string' ? sessions.get(id) : undefined;
    if (kept?.owner !== who.key) return undefined;
    kept.usedAt = Date.now();
    return kept;
  }

  async function post(request: IncomingMessage, response: ServerResponse, who: Client): Promise<void> {
    const read = await readPost(request);
    if ('status' in read) return refuseRequest(response, read);
    const messages = messagesIn(read);
    if (messages.some(({ value }) => value['method'] === 'initialize')) {
      if (sessions.size >= mostSessions)
        return refuseRequest(response, { status: 503, message: 'too many sessions are open' });
      const { id, kept } = begin(who);
      return postInSession(read, kept, { response, headers: { [sessionHeader]: id }, until: who.until });
    }
    const isNamed = request.headers[sessionHeader] !== undefined;
    if (!isNamed && messages.every(({ value }) => isStateless(value)))
      return postStateless(read, who, { request, response });
    const kept = sessionOf(request, who);
    if (kept !== undefined) return postInSession(read, kept, { response, headers: {}, until: who.until });
    return isNamed
      ? refuseRequest(response, { status: 404, message: 'there is no such session' })
      : refuseRequest(response, { status: 400, message: 'there is no session: send `initialize` first' });
  }

  function postStateless(
    read: ReadBody,
    who: Client,
    { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
  ): void {
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
    const session = stateless.get(who.key) ?? openStateless(who);
    const route = routeFor(messages, response, {});
    // Here, disconnecting cancels the request.
    if (route !== undefined) response.on('close', () => session.leave(route));
    give(read, session, route ?? nowhere);
  }

  function openStateless(who: Client): Session {
    const session = open({ stray: { tell: () => undefined }, shared: true, ...who.named });
    stateless.set(who.key, session);
    const [oldest] = stateless.size > mostSessions ? stateless : [];
    if (oldest !== undefined) {
      stateless.delete(oldest[0]);
      oldest[1].close();
    }
    return session;
  }

  /** Whose request it is; undefined if it was refused. */
  async function clientOf(request: IncomingMessage, response: ServerResponse): Promise<Client | undefined> {
    if (access === undefined || resource === undefined) return nobody;
    const sent = request.headersDistinct['authorization'] ?? [];
    const [, token] = sent.length === 1 ? (/^Bearer (\S+)$/i.exec(sent[0] ?? '') ?? []) : [];
    const read = await access.read(token);
    if (!('problem' in read)) {
      const { principal, expiresInMs } = read;
      return {
        // The whole principal: with different roles it is another session.
        key: JSON.stringify({ ...principal, session: undefined }),
        named: { principal },
        until: performance.now() + expiresInMs,
      };
    }
    const error = token === undefined ? '' : ', error="invalid_token"';
    const metadata = `${resource.origin}${metadataPath}`;
    response.setHeader('www-authenticate', `Bearer resource_metadata="${metadata}"${error}`);
    refuseRequest(response, { status: 401, message: `send an access token: ${read.problem}` });
    return undefined;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const stranger = foreign(request.headers, { port, resource });
    if (stranger !== undefined) return refuseRequest(response, { status: 403, message: stranger });
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (access !== undefined && pathname.startsWith(metadataPath) && request.method === 'GET')
      return sendMetadata(response, access);
    const who = await clientOf(request, response);
    if (who === undefined) return;
    if (pathname !== '/mcp' && pathname !== '/')
      return refuseRequest(response, { status: 404, message: 'the gateway is at /mcp' });
    if (request.method === 'POST') await post(request, response, who);
    else if (request.method === 'GET') {
      const kept = sessionOf(request, who);
      if (kept === undefined)
        return refuseRequest(response, { status: 405, message: 'there is no stream without a session' });
      const stream = eventStream(response, {});
      kept.stream.attach(stream, response);
      // A stream ends with the token that opened it; the client reconnects with a fresh one, and gets what it missed.
      const leftMs = Math.min(who.until - performance.now(), longestTimerMs);
      const expiry = setTimeout(() => kept.stream.detach(stream), leftMs);
      response.on('close', () => clearTimeout(expiry));
    } else if (request.method === 'DELETE' && sessionOf(request, who) !== undefined) {
      end(String(request.headers[sessionHeader]));
      response.writeHead(204).end();
    } else refuseRequest(response, { status: 405, message: 'this method is not served' });
  }

  const server = createServer((request, response) => {
    response.on('error', () => undefined);
    handle(request, response).catch((error: unknown) => {
      report(`a request failed: ${messageOf(error)}`);
      refuseRequest(response, { status: 500, message: 'the request failed' });
    });
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
      for (const session of stateless.values()) session.close();
      server.close();
      server.closeAllConnections();
    },
  };
}

interface Client {
  /** The key under which their sessions are kept. */
  readonly key: string;
  readonly named: { readonly principal?: Principal };
  /** When their token expires, by `performance.now()`. */
  readonly until: number;
}

/** A longer timeout would fire immediately. */
const longestTimerMs = 2 ** 31 - 1;

/** If no token is required: everyone on this machine. */
const nobody: Client = { key: '', named: {}, until: Infinity };

const metadataPath = '/.well-known/oauth-protected-resource';

function resourceOf({ audience }: AccessTokens): URL {
  if (!URL.canParse(audience))
    throw new TypeError(
      `the audience ${audience} is not the address of this server, such as https://mcp.example.com/mcp`,
    );
  return new URL(audience);
}

/** Where a client gets a token for this server (RFC 9728). */
function sendMetadata(response: ServerResponse, { issuer, audience }: AccessTokens): void {
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(
    JSON.stringify({
      resource: audience,
      authorization_servers: [issuer],
      bearer_methods_supported: ['header'],
    }),
  );
}

/** A message without a request gets no answer. */
const nowhere: Route = { reply: () => undefined, tell: () => undefined };

function postInSession(
  read: ReadBody,
  { session, stream }: Kept,
  {
    response,
    headers,
    until,
  }: {
    readonly response: ServerResponse;
    readonly headers: Record<string, string>;
    readonly until: number;
  },
): void {
  const route = routeFor(messagesIn(read), response, headers);
  if (route !== undefined) stream.lend(route, until);
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

/** The stream to the client of one HTTP session, for messages that belong to no request. */
interface ClientStream extends Pick<Route, 'tell'> {
  /** The stream that the client keeps open for it. */
  readonly attach: (stream: EventStream, response: ServerResponse) => void;
  /** Ends the stream: later messages wait for the next one. */
  readonly detach: (stream: EventStream) => void;
  /** Without such a stream, an exchange in progress carries the messages until its token expires. */
  readonly lend: (exchange: Exchange, until: number) => void;
  readonly isOpen: () => boolean;
  readonly end: () => void;
}

const mostWaiting = 100;

function clientStream(report: (line: string) => void): ClientStream {
  let open: EventStream | undefined;
  const lent = new Map<Exchange, number>();
  const waiting: string[] = [];
  const forgetOver = (): void => {
    for (const [exchange, until] of lent)
      if (exchange.isOver() || performance.now() >= until) lent.delete(exchange);
  };
  const detach = (stream: EventStream): void => {
    if (open === stream) open = undefined;
    stream.end();
  };
  return {
    tell: (text) => {
      forgetOver();
      const [exchange] = lent.keys();
      if (open !== undefined) open.send(text);
      else if (exchange !== undefined) exchange.tell(text);
      else if (waiting.length < mostWaiting) waiting.push(text);
      else report('a message for a client that does not listen was dropped');
    },
    attach: (stream, response) => {
      open?.end();
      open = stream;
      for (const text of waiting.splice(0)) stream.send(text);
      response.on('close', () => detach(stream));
    },
    detach,
    lend: (exchange, until) => {
      forgetOver();
      lent.set(exchange, until);
    },
    isOpen: () => open !== undefined,
    end: () => open?.end(),
  };
}
