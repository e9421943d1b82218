import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { type ObservedRequest, requestChannel } from '../database/observed-work.ts';
import { OldServerError } from '../database/old-server.ts';
import { type Caller, callerName } from '../route/caller.ts';
import { checkRole, type Authorise } from '../route/authorise.ts';
import { Problem } from '../route/problem.ts';
import type { Reply, Route, RouteCallers } from '../route/route.ts';
import { bucketOf, clientAddress } from './client-address.ts';
import { trustedProxies } from '../settings.ts';
import { requestChecker } from './check-request.ts';
import type { AnsweredRequest } from './metrics.ts';
import { problemFor, problemOf } from './problem-for.ts';
import { isForBrowser, problemPage } from './problem-page.ts';
import { rateLimiter, type Limit } from './rate-limit.ts';
import { readBody } from './read-body.ts';
import { respond } from './respond.ts';
import { routeFinder } from './route-finder.ts';

/** The credentials in a request. */
export interface Credentials {
  readonly method: string;
  /** Path and query, verbatim. */
  readonly target: string;
  readonly header: (name: string) => string | undefined;
  readonly bytes: Buffer;
}

/** For routes of a standard with its own error format. */
export interface Refusals {
  readonly who: RouteCallers;
  readonly below: string;
  readonly refuse: (problem: Problem) => Reply & { readonly status: number };
  /** The standard's error for an unknown path, if it has one. */
  readonly nothingAt: (path: string) => Problem | undefined;
}

export interface AppOptions {
  readonly routes: readonly Route[];
  readonly authenticate: (credentials: Credentials) => Promise<Caller>;
  readonly authorise: Authorise;
  readonly log: Logger;
  readonly refusals?: readonly Refusals[];
  readonly limits?: Partial<Limits>;
  /** Called after every answer. */
  readonly onAnswered?: (request: AnsweredRequest) => void;
  /** Addresses and ranges of the proxies in front of this server. */
  readonly trustedProxies?: readonly string[];
}

export interface Limits {
  /** For an address without a signed-in caller, and for each caller. */
  readonly stranger: Limit;
  readonly caller: Limit;
}

const usualLimits: Limits = {
  stranger: { burst: 60, perSecond: 10 },
  caller: { burst: 300, perSecond: 100 },
};

interface Answering {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly seen: ObservedRequest;
}

/** Every request passes the same steps: limit, body, caller, role, shape, scope, route. */
export function createApp(options: AppOptions): RequestListener {
  const { routes, log, refusals = [] } = options;
  const limits = { ...usualLimits, ...options.limits };
  const limiter = rateLimiter();
  const trusted = trustedProxies(options.trustedProxies ?? []);
  const find = routeFinder(routes.map((route) => ({ route, check: requestChecker(route) })));

  async function identify(credentials: Credentials, who: RouteCallers): Promise<Caller> {
    if (who === 'anyone') return { kind: 'nobody' };
    const found = await options.authenticate(credentials);
    if (found.kind === 'nobody') throw new Problem(401, 'sign in, or send a token', { code: 'signed-out' });
    limited(limiter.take(callerName(found), limits.caller));
    if (who === 'agent') {
      if (found.kind !== 'agent') throw new Problem(403, 'this is for agents, by their own key');
      return found;
    }
    if (who === 'scim') {
      if (found.kind !== 'scim') throw new Problem(403, 'this is for directories, by a SCIM token');
      return found;
    }
    if (found.kind !== 'person') throw new Problem(403, 'this is for people');
    checkRole(found, who);
    return found;
  }

  function observed(url: URL, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const seen: ObservedRequest = {
      traceparent: headerOf(request, 'traceparent'),
      method: request.method ?? '',
    };
    return requestChannel.tracePromise(() => answer(url, { request, response, seen }), seen);
  }

  async function answer(url: URL, { request, response, seen }: Answering): Promise<void> {
    const found = find(request.method ?? '', url.pathname);
    if (found === undefined) return await respond(response, strange(url.pathname, { routes, refusals }));
    const { row, params } = found;
    const { route, check } = row;
    const started = performance.now();
    // Generated here, never the client's: two requests with one id would be one in the log.
    const id = randomUUID();
    const header = (name: string): string | undefined => headerOf(request, name);
    const address = clientAddress(request.socket.remoteAddress, header('x-forwarded-for'), trusted);
    let caller: Caller = { kind: 'nobody' };
    let reply: Reply;
    try {
      if (route.who === 'anyone' && route.isUnlimited !== true)
        limited(limiter.take(`address ${bucketOf(address)}`, limits.stranger));
      const bytes = await readBody(request, route.mostBytes);
      const target = url.pathname + url.search;
      caller = { ...(await identify({ method: route.method, target, header, bytes }, route.who)), address };
      const given = { params, query: url.searchParams, bytes, contentType: header('content-type') };
      const checked = check(given);
      if (typeof route.who === 'object' && caller.kind === 'person')
        await options.authorise(caller, route.who, checked);
      const said = await route.run({
        caller,
        ...checked,
        bytes,
        address,
        header,
        // Created on access: few routes wait for anything.
        get signal() {
          return goneSignal(response);
        },
      });
      reply = 'stream' in said ? { ...said, stream: await begun(said.stream) } : said;
    } catch (error) {
      const form = refusals.find(({ who }) => who === route.who);
      const tell = isForBrowser(route, header('accept')) ? problemPage : problemFor;
      const problem = (form?.refuse ?? tell)(problemOf(error));
      // A server that is too old has reported that once.
      if (problem.status >= 500 && !(error instanceof OldServerError))
        log.error({ err: error, request: id, route: route.path, address }, 'a request failed');
      reply = problem;
    }
    const ms = performance.now() - started;
    const { method, path } = route;
    const { status } = reply;
    Object.assign(seen, { route: path, status, id });
    options.onAnswered?.({ method, route: path, status, seconds: ms / 1000 });
    // The pattern, not the address: addresses may hold tokens.
    log.info({
      request: id,
      method,
      route: path,
      status,
      ms: Math.round(ms),
      caller: callerName(caller),
      address,
    });
    await respond(response, { ...reply, headers: { ...reply.headers, 'x-request-id': id } });
  }

  return (request, response) => {
    const url = requestUrl(request);
    const answered =
      url === undefined
        ? respond(response, problemFor(new Problem(400, 'malformed request URL')))
        : observed(url, request, response);
    answered.catch((error: unknown) => {
      log.error({ err: error }, 'an answer could not be sent');
      response.destroy();
    });
  };
}

/** Undefined if it is not a valid URL. A proxy request also names a host, which is ignored. */
function requestUrl({ url = '' }: IncomingMessage): URL | undefined {
  return URL.parse(url.startsWith('/') ? `http://server${url}` : url) ?? undefined;
}

/** Repeated headers are joined. */
function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** Aborts when the caller disconnects before the answer. */
function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  if (response.destroyed) gone.abort();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  return gone.signal;
}

function limited(wait: number | undefined): void {
  if (wait !== undefined) throw new Problem(429, `try again in ${wait} s`, { retryAfter: wait });
}

function strange(
  path: string,
  { routes, refusals }: { readonly routes: readonly Route[]; readonly refusals: readonly Refusals[] },
): Reply {
  const exists = routes.some((route) => route.path === path);
  const problem = exists
    ? new Problem(405, 'not with this method')
    : new Problem(404, 'there is nothing here');
  const form = refusals.find(({ below }) => path.startsWith(below));
  return form === undefined ? problemFor(problem) : form.refuse(form.nothingAt(path) ?? problem);
}

/** Awaits the first chunk: an earlier failure can still be answered as a problem. */
async function begun(stream: AsyncIterable<string>): Promise<AsyncIterable<string>> {
  const pieces = stream[Symbol.asyncIterator]();
  const first = await pieces.next();
  return (async function* () {
    if (first.done === true) return;
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => pieces };
  })();
}
