import * as openId from 'openid-client';
import { ForbiddenAddress, type Send } from '../../outbound/send.ts';
import { Problem } from '../../route/problem.ts';
import { isReadable } from '../../route/shapes.ts';
import { readGroups, type NamedGroups } from '../groups/read-groups.ts';

export interface Provider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly callback: string;
  readonly send: Send;
  /** The claim with a person's groups; null if groups give no roles. */
  readonly groupsClaim: string | null;
  /** The scope to request so that the provider includes them. */
  readonly groupsScope: string | null;
}

/** Stored, sealed, until the browser returns. */
export interface SignInSecrets {
  readonly nonce: string;
  readonly verifier: string;
}

export interface ProviderIdentity {
  readonly subject: string;
  /** Verified by the provider. */
  readonly email: string | null;
  /** As the provider reports it, verified or not. */
  readonly claimed: string | null;
  readonly name: string | null;
  readonly groups: NamedGroups;
}

export async function beginSignIn(
  provider: Provider,
  state: string,
): Promise<{ readonly url: string; readonly secrets: SignInSecrets }> {
  const verifier = openId.randomPKCECodeVerifier();
  const nonce = openId.randomNonce();
  const url = openId.buildAuthorizationUrl(await discovered(provider), {
    redirect_uri: provider.callback,
    scope: ['openid email profile', provider.groupsScope ?? ''].join(' ').trimEnd(),
    state,
    nonce,
    code_challenge: await openId.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  return { url: url.href, secrets: { nonce, verifier } };
}

export async function finishSignIn(
  provider: Provider,
  { url, state, secrets }: { readonly url: URL; readonly state: string; readonly secrets: SignInSecrets },
): Promise<ProviderIdentity> {
  const config = await discovered(provider);
  try {
    const tokens = await openId.authorizationCodeGrant(config, url, {
      expectedState: state,
      expectedNonce: secrets.nonce,
      pkceCodeVerifier: secrets.verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined) throw new Problem(403, 'the identity provider returned no claims about you');
    return {
      subject: claims.sub,
      email: verifiedEmail(claims),
      claimed: text(claims['email']),
      name: text(claims['name']),
      groups: await groupsNamed(config, tokens, { claims, claim: provider.groupsClaim }),
    };
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(403, 'the identity provider did not confirm who you are');
  }
}

/** From the ID token, or from the userinfo endpoint: some providers keep their ID tokens short. */
async function groupsNamed(
  config: openId.Configuration,
  tokens: openId.TokenEndpointResponse,
  { claims, claim }: { readonly claims: openId.IDToken; readonly claim: string | null },
): Promise<NamedGroups> {
  if (claim === null) return { names: [] };
  const named = readGroups(claims, claim);
  if (named !== undefined) return named;
  if (config.serverMetadata().userinfo_endpoint === undefined) return { names: [] };
  const more = await openId.fetchUserInfo(config, tokens.access_token, claims.sub);
  return readGroups(more, claim) ?? { names: [] };
}

/** An unverified address could be anybody's, and mail with links would go there. */
function verifiedEmail(claims: openId.IDToken): string | null {
  return claims['email_verified'] === true ? text(claims['email']) : null;
}

/** Null if it would not display as what it is. */
function text(value: unknown): string | null {
  return typeof value === 'string' && value.length <= 300 && isReadable(value) ? value : null;
}

/** The provider does not behave like one; `message` says why, and may contain addresses of the internal network. */
class UnusableProvider extends Error {
  constructor(issuer: string, cause: unknown) {
    super(`the identity provider ${issuer} cannot be used: ${whyUnusable(cause)}`, { cause });
    this.name = 'UnusableProvider';
  }
}

/** The library's message is generic; the reason is in its cause. */
function whyUnusable(error: unknown): string {
  const chain: Error[] = [];
  for (let at = error; at instanceof Error && chain.length < 10; at = at.cause) chain.push(at);
  const forbidden = chain.find((each) => each instanceof ForbiddenAddress);
  if (forbidden !== undefined)
    return `${forbidden.message}. To use a provider in the own network, the operator names its host in PERMESSO_WEBHOOK_HOSTS`;
  const last = chain.at(-1);
  // If several addresses were tried, the first error is enough.
  const first: unknown = last instanceof AggregateError ? last.errors[0] : last;
  return first instanceof Error && first.message !== '' ? first.message : 'it does not answer';
}

/**
 * Providers' metadata, which would otherwise take two requests per sign-in. Keyed by everything that the answer
 * depends on.
 */
const known = new Map<string, { readonly config: Promise<openId.Configuration>; readonly until: number }>();
const tenMinutes = 600_000;
const mostKnown = 1000;

/** Checks that it behaves like a provider. For its admin, who is told what is wrong and how to fix it. */
export async function checkProvider(provider: Provider): Promise<void> {
  try {
    await discover(provider);
  } catch (error) {
    if (error instanceof UnusableProvider) throw new Problem(422, error.message);
    throw error;
  }
}

/** For the person who signs in, who learns nothing about the internal network; details are in the log. */
async function discovered(provider: Provider): Promise<openId.Configuration> {
  const { issuer, clientId, clientSecret } = provider;
  const name = JSON.stringify([issuer, clientId, clientSecret]);
  const before = known.get(name);
  if (before !== undefined && before.until > Date.now()) return await before.config;
  if (known.size >= mostKnown) known.clear();
  const config = discover(provider);
  known.set(name, { config, until: Date.now() + tenMinutes });
  try {
    return await config;
  } catch (error) {
    known.delete(name);
    if (!(error instanceof UnusableProvider)) throw error;
    const words = 'the identity provider of this organisation cannot be used; the log of the server says why';
    throw Object.assign(new Problem(503, words), { cause: error });
  }
}

async function discover({ issuer, clientId, clientSecret, send }: Provider): Promise<openId.Configuration> {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  if (url === undefined) throw new UnusableProvider(issuer, new Error('not a valid URL'));
  try {
    return await openId.discovery(url, clientId, clientSecret, undefined, {
      [openId.customFetch]: (to, options) => fetchThrough(send, to, options),
      // Plain HTTP is allowed here and refused by `send`, except for hosts that the operator configured.
      execute: url.protocol === 'http:' ? [openId.allowInsecureRequests] : [],
      timeout: 10,
    });
  } catch (error) {
    throw new UnusableProvider(issuer, error);
  }
}

/** The library's requests use the same guarded path as all other outgoing requests. */
async function fetchThrough(send: Send, url: string, options: openId.CustomFetchOptions): Promise<Response> {
  const { status, headers, body } = await send({
    url,
    method: options.method === 'POST' ? 'POST' : 'GET',
    headers: options.headers,
    ...(options.body === undefined || options.body === null
      ? {}
      : { body: await new Response(options.body).text() }),
  });
  return new Response(body, { status, headers });
}
