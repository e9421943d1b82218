import { createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTPayload } from 'jose';
import type { Send } from '../../outbound/send.ts';
import { Problem } from '../../route/problem.ts';
import { differingClaim, type Claims } from './claim-rules.ts';

export interface TrustedJobs {
  readonly issuer: string;
  readonly audience: string;
  readonly claims: Claims;
}

/** Asymmetric signatures only: a key that verifies a token must not be able to create one. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const mostIssuers = 1000;

type Keys = ReturnType<typeof createRemoteJWKSet>;

/**
 * Whether a token belongs to a job that the operator configured. Keys are the issuer's published ones, fetched again
 * when it signs with a new one.
 */
export function identityChecker(send: Send): (token: string, trusted: TrustedJobs) => Promise<JWTPayload> {
  const known = new Map<string, Promise<Keys>>();

  async function read(url: string): Promise<Readonly<Record<string, unknown>>> {
    const { status, body } = await send({ url, headers: { accept: 'application/json' } });
    if (status !== 200) throw new Error(`${url} answered ${status}`);
    return JSON.parse(body) as Readonly<Record<string, unknown>>;
  }

  async function discover(issuer: string): Promise<Keys> {
    const said = await read(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
    if (said['issuer'] !== issuer) throw new Error(`${issuer} calls itself ${String(said['issuer'])}`);
    return createRemoteJWKSet(new URL(String(said['jwks_uri'])), {
      [customFetch]: async (url) => Response.json(await read(url)),
    });
  }

  function keysOf(issuer: string): Promise<Keys> {
    const found = known.get(issuer) ?? discover(issuer);
    if (known.size >= mostIssuers) known.clear();
    known.set(issuer, found);
    found.catch(() => known.delete(issuer));
    return found;
  }

  return async (token, { issuer, audience, claims }) => {
    try {
      const keys = await keysOf(issuer);
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms,
        requiredClaims: ['exp', 'iat', 'sub'],
        maxTokenAge: '1 day',
      });
      // A token for several audiences could be used here by another of its recipients.
      if (Array.isArray(payload.aud) && payload.aud.length !== 1)
        throw new Problem(403, 'the token is for several audiences');
      const wrong = differingClaim(claims, payload);
      if (wrong !== undefined)
        throw new Problem(403, `the claim ${wrong} of the token is not as the operator fixed it`);
      return payload;
    } catch (error) {
      if (error instanceof Problem) throw error;
      if (error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout))
        throw new Problem(403, `the token is not taken: ${error.message}`);
      throw Object.assign(new Problem(503, 'the issuer of the token cannot be asked for its keys'), {
        cause: error,
      });
    }
  };
}
