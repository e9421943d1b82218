import { lookup as resolveName, type LookupAddress } from 'node:dns';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

export interface Outgoing {
  readonly url: string;
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

export interface Incoming {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends to an address that somebody typed in. */
export type Send = (outgoing: Outgoing) => Promise<Incoming>;

/** The address may not be called from here. */
export class ForbiddenAddress extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'ForbiddenAddress';
  }
}

const deadline = 10_000;
const mostBytes = 1024 * 1024;

/**
 * Never to the own network, unless the operator named the host: a person who may set a webhook must not reach what only
 * this server can reach. The address is checked when it is connected to, so a name that changes its meaning between
 * two lookups gains nothing, and redirections are not followed.
 */
export function guardedSend({ permitted }: { readonly permitted: readonly string[] }): Send {
  return async (outgoing) => {
    const url = checkUrl(outgoing.url, permitted);
    const isPermitted = permitted.includes(plainHost(url));
    const call = url.protocol === 'https:' ? requestHttps : requestHttp;
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const request = call(url, {
      method: outgoing.method ?? 'GET',
      headers: outgoing.headers,
      signal: AbortSignal.timeout(deadline),
      lookup: isPermitted ? undefined : publicLookup,
      // A kept connection would skip the lookup, and with it the check.
      agent: false,
    });
    request.on('response', resolve);
    request.on('error', reject);
    request.end(outgoing.body);
    return await readResponse(await promise);
  };
}

/** Throws where it can be said without asking anybody. */
export function checkUrl(text: string, permitted: readonly string[]): URL {
  if (!URL.canParse(text)) throw new ForbiddenAddress('not a valid URL');
  const url = new URL(text);
  const host = plainHost(url);
  const isPermitted = permitted.includes(host);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isPermitted))
    throw new ForbiddenAddress('it must begin with https://');
  if (url.username !== '' || url.password !== '') throw new ForbiddenAddress('it holds a password');
  // Node looks up names only: a number is connected to as it is.
  if (isIP(host) !== 0 && !isPermitted && !isPublicAddress(host))
    throw new ForbiddenAddress(`${host} is not a public address`);
  return url;
}

function plainHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

export const publicLookup: LookupFunction = (hostname, options, done) => {
  resolveName(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    const [address] = found ?? [];
    if (error !== null || address === undefined) return done(error ?? new Error('no address'), '', 0);
    const closed = found.find((each) => !isPublicAddress(each.address));
    if (closed !== undefined)
      return done(
        new ForbiddenAddress(`${hostname} leads to ${closed.address}, which is not a public address`),
        '',
        0,
      );
    if (options.all === true) done(null, found);
    else done(null, address.address, address.family);
  });
};

async function readResponse(incoming: IncomingMessage): Promise<Incoming> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of incoming as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > mostBytes) {
      incoming.destroy();
      throw new Error('the answer is too long');
    }
    pieces.push(piece);
  }
  const headers = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
  return {
    status: incoming.statusCode ?? 0,
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: Buffer.concat(pieces).toString('utf8'),
  };
}
