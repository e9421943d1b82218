import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Hono, type Context } from 'hono';
import type { Logger } from 'pino';
import type { Caller } from '../route/caller.ts';
import { callerName } from '../route/caller.ts';
import { checkRole, type Authorise } from '../route/authorise.ts';
import { Problem } from '../route/problem.ts';
import type { Reply, Route, Who } from '../route/route.ts';
import { notImplemented, scimError } from '../scim/scim-reply.ts';
import { bucketOf, clientAddress } from './client-address.ts';
import { trustedProxies } from '../settings.ts';
import { requestChecker } from './check-request.ts';
import type { AnsweredRequest } from './metrics.ts';
import { problemFor, problemOf } from './problem-for.ts';
import { rateLimiter, type Limit } from './rate-limit.ts';
import { readBody } from './read-body.ts';

/** What a request shows of who sent it. */
export interface Credentials {
  readonly method: string;
  /** Path and query as they were sent. */
  readonly target: string;
  readonly header: (name: string) => string | undefined;
  readonly bytes: Buffer;
}

export interface AppOptions {
  readonly routes: readonly Route[];
  readonly authenticate: (credentials: Credentials) => Promise<Caller>;
  readonly authorise: Authorise;
  readonly log: Logger;
  readonly limits?: Partial<Limits>;
  /** Told of every answer. */
  readonly onAnswered?: (request: AnsweredRequest) => void;
  /** Addresses and ranges of the proxies in front of this server. */
  readonly trustedProxies?: readonly string[];
}

export interface Limits {
  /** For an address that nobody has signed in from, and for each caller. */
  readonly stranger: Limit;
  readonly caller: Limit;
}

const usualLimits: Limits = {
  stranger: { burst: 60, perSecond: 10 },
  caller: { burst: 300, perSecond: 100 },
};

/** The request as Node has it; a bare one in a test has none. */
export interface Bindings {
  readonly incoming?: Pick<IncomingMessage, 'iterator'> & {
    readonly socket?: { readonly remoteAddress?: string };
  };
}

/** Every request takes the same way: limit, body, caller, role, shape, scope, route. */
export function createApp(options: AppOptions): Hono<{ Bindings: Bindings }> {
  const { routes, log } = options;
  const app = new Hono<{ Bindings: Bindings }>();
  const limits = { ...usualLimits, ...options.limits };
  const limiter = rateLimiter();
  const trusted = trustedProxies(options.trustedProxies ?? []);
  for (const route of routes) {
    const check = requestChecker(route);
    app.on(route.method, route.path.replaceAll(/\{(\w+)\}/g, ':$1'), async (context) => {
      const started = performance.now();
      // Ours, never the client's: two requests of one name would be one in the log.
      const request = randomUUID();
      const address = clientAddress(
        context.env?.incoming?.socket?.remoteAddress,
        context.req.header('x-forwarded-for'),
        trusted,
      );
      let caller: Caller = { kind: 'nobody' };
      let answer: Response;
      try {
        if (route.who === 'anyone' && route.isUnlimited !== true)
          limited(limiter.take(`address ${bucketOf(address)}`, limits.stranger));
        const header = (name: string): string | undefined => context.req.header(name);
        const bytes = await readBody(
          { length: header('content-length'), pieces: bodyChunks(context) },
          route.mostBytes,
        );
        const url = new URL(context.req.url);
        caller = await identify(
          { method: route.method, target: url.pathname + url.search, header, bytes },
          route.who,
        );
        const given = {
          params: context.req.param(),
          query: url.searchParams,
          bytes,
          contentType: header('content-type'),
        };
        const checked = check(given);
        if (typeof route.who === 'object' && caller.kind === 'person')
          await options.authorise(caller, route.who, checked);
        const reply = await route.run({
          caller,
          ...checked,
          bytes,
          header,
          // Made when somebody looks at it: few routes wait for anything.
          get signal() {
            return context.req.raw.signal;
          },
        });
        answer = respond('stream' in reply ? { ...reply, stream: await begun(reply.stream) } : reply);
      } catch (error) {
        const problem = route.who === 'scim' ? scimError(problemOf(error)) : problemFor(error);
        if (problem.status >= 500)
          log.error({ err: error, request, route: route.path, address }, 'a request failed');
        answer = respond(problem);
      }
      answer.headers.set('x-request-id', request);
      const ms = performance.now() - started;
      const { method, path } = route;
      options.onAnswered?.({ method, route: path, status: answer.status, seconds: ms / 1000 });
      // The pattern, not the address: addresses may hold tokens.
      log.info({
        request,
        method,
        route: path,
        status: answer.status,
        ms: Math.round(ms),
        caller: callerName(caller),
        address,
      });
      return answer;
    });

    async function identify(credentials: Credentials, who: Who): Promise<Caller> {
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
  }
  app.notFound((context) => strange(context, routes));
  return app;
}

/** From the socket itself: a stream of the web around it costs more than all else that is done with a small body. */
function bodyChunks({ env, req }: Context<{ Bindings: Bindings }>): AsyncIterable<Uint8Array> | null {
  // What is too long is refused by an answer, not by closing the connection on a client that still sends.
  return env?.incoming?.iterator({ destroyOnReturn: false }) ?? req.raw.body;
}

function limited(wait: number | undefined): void {
  if (wait !== undefined) throw new Problem(429, `try again in ${wait} s`, { retryAfter: wait });
}

function strange(context: Context, routes: readonly Route[]): Response {
  const { pathname } = new URL(context.req.url);
  const exists = routes.some(({ path }) => path === pathname);
  const problem = exists
    ? new Problem(405, 'not with this method')
    : new Problem(404, 'there is nothing here');
  if (!pathname.startsWith('/scim/v2/')) return respond(problemFor(problem));
  return respond(scimError(notInScim.test(pathname) ? notImplemented('this part of SCIM') : problem));
}

/** Parts of the standard that are left out: RFC 7644, 3.4.3, 3.7 and 3.11. */
const notInScim = /^\/scim\/v2\/(?:Bulk|Me|(?:\w+\/)?\.search)$/;

/** Nothing that is answered here may be kept, framed, sniffed or run, unless a route says otherwise. */
const safeHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Waits for the first piece: what fails before it can still be told as a problem. */
async function begun(stream: AsyncIterable<string>): Promise<AsyncIterable<string>> {
  const pieces = stream[Symbol.asyncIterator]();
  const first = await pieces.next();
  return (async function* () {
    if (first.done === true) return;
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => pieces };
  })();
}

function respond(reply: Reply): Response {
  const { status } = reply;
  const headers = { ...safeHeaders, ...reply.headers };
  if ('stream' in reply)
    return new Response(ReadableStream.from(reply.stream).pipeThrough(new TextEncoderStream()), {
      status,
      headers: { 'content-type': 'text/event-stream', ...headers },
    });
  if (reply.text !== undefined) return new Response(reply.text, { status, headers });
  if (reply.json === undefined) return new Response(null, { status, headers });
  return new Response(JSON.stringify(reply.json), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
}
