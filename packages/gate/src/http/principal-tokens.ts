import { createPublicKey, verify, type JsonWebKey, type KeyObject } from 'node:crypto';
import {
  definedFields,
  isRecord,
  parseStrictJson,
  type Principal,
  principalProblem,
} from '@permesso/engine/call';

/**
 * Who signs the tokens of principals, and what they must contain: JSON Web Tokens of an identity provider, such as
 * OAuth access tokens.
 */
export interface TokenIssuer {
  /** The `iss` of each token. */
  readonly issuer: string;
  /** What the `aud` of each token must contain: this server, so that a token for another server is rejected. */
  readonly audience: string;
  /** The issuer's public keys, or the URL of its JWK Set. */
  readonly keys: readonly JsonWebKey[] | string;
  /** The claims that hold the tenant and the roles. Default: `tenant` and `roles`; `sub` is the user. */
  readonly claims?: { readonly tenant?: string; readonly roles?: string };
}

/** The principal of a token and its remaining lifetime, or why it is invalid. Never rejects. */
export type ReadToken = (token: string | undefined) => Promise<NamedPrincipal | { readonly problem: string }>;

export interface NamedPrincipal {
  readonly principal: Principal;
  readonly expiresInMs: number;
}

/** Tolerated difference between two clocks. */
const leewaySeconds = 30;
const longestToken = 16_384;

/** Each with its signature hash. Never `none`, and no shared secret: a server that can verify could also sign. */
const algorithms: ReadonlyMap<string, { readonly kty: string; readonly hash: string | null }> = new Map([
  ['EdDSA', { kty: 'OKP', hash: null }],
  ['ES256', { kty: 'EC', hash: 'sha256' }],
  ['RS256', { kty: 'RSA', hash: 'sha256' }],
]);

export function principalTokens(issuer: TokenIssuer, now: () => number = Date.now): ReadToken {
  const keysFor = keySource(issuer.keys, now);
  return async (token) => {
    try {
      if (token === undefined) return { problem: 'there is no token' };
      return principalOf(await verifiedClaims(token, keysFor), issuer, now() / 1000);
    } catch (error) {
      if (error instanceof TokenProblem) return { problem: error.message };
      return { problem: 'the token cannot be read' };
    }
  };
}

class TokenProblem extends Error {}

type KeysFor = (kid: string | undefined) => Promise<readonly JsonWebKey[]>;

async function verifiedClaims(token: string, keysFor: KeysFor): Promise<Readonly<Record<string, unknown>>> {
  const [head = '', body = '', signature = '', ...more] = token.split('.');
  if (token.length > longestToken || more.length > 0 || signature === '')
    throw new TokenProblem('the token is no signed JSON Web Token');
  const { alg, kid, crit } = decoded(head);
  const algorithm = typeof alg === 'string' ? algorithms.get(alg) : undefined;
  if (algorithm === undefined || crit !== undefined)
    throw new TokenProblem(`it must be signed by one of ${[...algorithms.keys()].join(', ')}`);
  const name = typeof kid === 'string' ? kid : undefined;
  const fits = (key: JsonWebKey): boolean =>
    key.kty === algorithm.kty && (name === undefined || key['kid'] === undefined || key['kid'] === name);
  const isSigned = (await keysFor(name)).filter(fits).some((jwk) => {
    const key: KeyObject = createPublicKey({ key: jwk, format: 'jwk' });
    const how = algorithm.kty === 'EC' ? { key, dsaEncoding: 'ieee-p1363' as const } : key;
    return verify(algorithm.hash, Buffer.from(`${head}.${body}`), how, Buffer.from(signature, 'base64url'));
  });
  if (!isSigned) throw new TokenProblem('no key of the issuer has signed it');
  return decoded(body);
}

function decoded(part: string): Readonly<Record<string, unknown>> {
  // A duplicate claim could be read in two ways.
  const value = parseStrictJson(Buffer.from(part, 'base64url').toString());
  if (!isRecord(value)) throw new TokenProblem('the token cannot be read');
  return value;
}

function principalOf(
  claims: Readonly<Record<string, unknown>>,
  { issuer, audience, claims: names = {} }: TokenIssuer,
  seconds: number,
): NamedPrincipal | { readonly problem: string } {
  const { iss, aud, exp, nbf, sub, sid } = claims;
  if (iss !== issuer) return { problem: 'another issuer made it' };
  if (![aud].flat().includes(audience)) return { problem: `it is not for ${audience}` };
  if (typeof exp !== 'number' || exp + leewaySeconds <= seconds) return { problem: 'it has expired' };
  if (nbf !== undefined && !(typeof nbf === 'number' && nbf - leewaySeconds <= seconds))
    return { problem: 'it is not valid yet' };
  if (typeof sub !== 'string' || sub === '') return { problem: 'it names no user (`sub`)' };
  const principal = {
    user: sub,
    ...definedFields({
      tenant: claims[names.tenant ?? 'tenant'],
      roles: claims[names.roles ?? 'roles'],
      attributes: claims['attributes'],
      session: sid,
    }),
  };
  const problem = principalProblem(principal);
  if (problem !== undefined) return { problem };
  return { principal: principal as Principal, expiresInMs: (exp + leewaySeconds - seconds) * 1000 };
}

/** An unknown key may be new: the set is fetched again for it, at most once a minute. */
const refetchMs = 60_000;
const fetchTimeout = 5_000;

function keySource(keys: TokenIssuer['keys'], now: () => number): KeysFor {
  if (typeof keys !== 'string') return () => Promise.resolve(keys);
  const { protocol, hostname } = new URL(keys);
  if (protocol !== 'https:' && hostname !== '127.0.0.1')
    throw new TypeError(`the keys at ${keys} would come over a line that anybody can change; use https`);
  let known: readonly JsonWebKey[] = [];
  let fetchedAt = -Infinity;
  let fetching: Promise<void> | undefined;
  const refetch = async (): Promise<void> => {
    fetchedAt = now();
    const reply = await fetch(keys, { signal: AbortSignal.timeout(fetchTimeout), redirect: 'error' });
    const found: unknown = reply.ok ? await reply.json() : undefined;
    if (isRecord(found) && Array.isArray(found['keys'])) known = found['keys'].filter(isRecord);
  };
  return async (kid) => {
    const isKnown = known.some((key) => kid === undefined || key['kid'] === kid);
    if (!isKnown && now() - fetchedAt >= refetchMs)
      // If fetching fails, the keys stay as they are, and tokens signed with other keys do not count.
      fetching = refetch().catch(() => undefined);
    await fetching;
    return known;
  };
}
