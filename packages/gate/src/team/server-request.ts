import { messageOf } from '@permesso/engine/call';
import type { Membership } from '../disk/membership.ts';
import { recordInText } from '../disk/read-text.ts';
import { type SignatureCode, signRequest } from '@permesso/protocol/bundle';

/**
 * The server is unreachable or unable to answer now. Everything continues without it.
 *
 * @example
 * ```ts
 * import { ServerAway, syncTeam, type Membership } from '@permesso/gate/team';
 * const syncOrGoOn = async (directory: string, membership: Membership): Promise<void> => {
 *   await syncTeam(directory, membership).catch((error: unknown) => {
 *     if (!(error instanceof ServerAway)) throw error;
 *   });
 * };
 * ```
 */
export class ServerAway extends Error {
  constructor(why: string) {
    super(`the team server is away: ${why}`);
    this.name = 'ServerAway';
  }
}

/** The server no longer trusts this machine. */
export class Revoked extends Error {
  constructor(url: string) {
    super(`the team server ${url} has revoked this machine; join again: permesso team join ${url}`);
    this.name = 'Revoked';
  }
}

export interface ServerReply {
  readonly status: number;
  readonly text: string;
  readonly etag: string | null;
  readonly json: () => Readonly<Record<string, unknown>>;
  /** The server's reason for a refusal. */
  readonly why: () => string;
}

export interface ServerRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly json?: unknown;
  readonly bytes?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds. */
  readonly patience?: number;
  readonly signal?: AbortSignal;
}

const usualPatience = 10_000;
const mostReply = 8 * 1024 * 1024;

/** Sends a request as this machine's agent, signed with its key. */
export async function askServer(membership: Membership, request: ServerRequest): Promise<ServerReply> {
  const { method = 'GET', path, json } = request;
  const body = json === undefined ? (request.bytes ?? new Uint8Array()) : Buffer.from(JSON.stringify(json));
  const at = Date.now();
  const authorization = signRequest(
    { method, target: path, body },
    { agent: membership.agent, key: membership.privateKey, at },
  );
  const reply = await askOpenly(membership.url, {
    ...request,
    bytes: body,
    headers: { authorization, ...request.headers },
  });
  // Not an answer to the request: callers keep waiting, and pending data is kept.
  if (isRefusedFor('clock', reply))
    throw new ServerAway(`${reply.why()}; here it is ${new Date(at).toISOString()}`);
  if (isRefusedFor('revoked', reply)) throw new Revoked(membership.url);
  return reply;
}

function isRefusedFor(code: SignatureCode, { status, json }: ServerReply): boolean {
  return status === 401 && json()['code'] === code;
}

/** Without authentication: for content that is signed itself, and may come from any cache. */
export async function askOpenly(url: string, request: ServerRequest): Promise<ServerReply> {
  try {
    const reply = await fetch(url + request.path, fetchOptions(request));
    const text = await reply.text();
    if (text.length > mostReply) throw new ServerAway('it answered with too much');
    const json = (): Readonly<Record<string, unknown>> => recordInText(text);
    if (reply.status >= 500 || reply.status === 429) {
      const { detail } = json();
      throw new ServerAway(`it answered ${reply.status}${typeof detail === 'string' ? `: ${detail}` : ''}`);
    }
    return {
      status: reply.status,
      text,
      etag: reply.headers.get('etag'),
      json,
      why: () => whyIn(json(), reply.status),
    };
  } catch (error) {
    if (error instanceof ServerAway || request.signal?.aborted === true) throw error;
    throw new ServerAway(`${url}: ${whyUnreachable(error)}`);
  }
}

/** `fetch failed` helps nobody; its cause says what failed. */
function whyUnreachable(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  // If several addresses were tried, the first error is enough.
  const first = cause instanceof AggregateError ? cause.errors[0] : cause;
  return messageOf(first ?? error);
}

function fetchOptions(request: ServerRequest): RequestInit {
  const { method = 'GET', json, headers, patience = usualPatience, signal } = request;
  const body = request.bytes ?? (json === undefined ? undefined : Buffer.from(JSON.stringify(json)));
  const limit = AbortSignal.timeout(patience);
  return {
    method,
    redirect: 'error',
    signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    headers: { ...(json === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...((method === 'POST' || method === 'PUT') && body !== undefined ? { body: Buffer.from(body) } : {}),
  };
}

function whyIn({ detail }: Readonly<Record<string, unknown>>, status: number): string {
  return typeof detail === 'string' ? detail : `it answered ${status}`;
}
