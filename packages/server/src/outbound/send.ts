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

/** Sends to a user-supplied address. */
export type Send = (outgoing: Outgoing) => Promise<Incoming>;

/** This server may not call the address. */
export class ForbiddenAddress extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'ForbiddenAddress';
  }
}

const deadline = 10_000;
const mostBytes = 1024 * 1024;

/**
 * Never to the internal network, unless the operator configured the host: a person who may set a webhook must not
 * reach what only this server can reach. The address is checked on connecting, so DNS rebinding gains nothing, and
 * redirects are not followed.
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
      // A reused connection would skip the lookup, and with it the check.
      agent: false,
    });
    request.on('response', resolve);
    request.on('error', reject);
    request.end(outgoing.body);
    return await readResponse(await promise);
  };
}

/** Throws if the URL alone shows that it is forbidden. */
export function checkUrl(text: string, permitted: readonly string[]): URL {
  if (!URL.canParse(text)) throw new ForbiddenAddress('not a valid URL');
  const url = new URL(text);
  const host = plainHost(url);
  const isPermitted = permitted.includes(host);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isPermitted))
    throw new ForbiddenAddress('it must begin with https://');
  if (url.username !== '' || url.password !== '') throw new ForbiddenAddress('it holds a password');
  // Node only looks up names: a literal address is connected to directly.
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
