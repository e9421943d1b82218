import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export interface IdentityProvider {
  readonly issuer: string;
  /** The groups of an account, in the claim `groups`, for those who ask for the scope of that name. */
  readonly groups: Map<string, unknown>;
  readonly end: () => void;
}

interface ProviderOptions {
  readonly host?: string;
  /** Says little in the ID token, and the rest where the access token is shown. */
  readonly isShort?: boolean;
}

/** The client that organisations are told of. */
export const client = { clientId: 'permesso', clientSecret: 'a client secret' };

/**
 * A real OpenID Connect provider, at another site than the server: browsers take `localhost` and `127.0.0.1` for two.
 * A person who types a name is that one: `anna` and `anna.2` are two accounts with one address, and that of `unverified` and
 * `anna.unverified` was never checked.
 */
export async function startProvider(
  callback: string,
  { host = 'localhost', isShort = false }: ProviderOptions = {},
): Promise<IdentityProvider> {
  const groups = new Map<string, unknown>();
  const http = createServer();
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const issuer = `http://${host}:${(http.address() as AddressInfo).port}`;
  const oidc = new Provider(issuer, {
    clients: [{ client_id: client.clientId, client_secret: client.clientSecret, redirect_uris: [callback] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
    conformIdTokenClaims: isShort,
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({
        sub,
        email: `${sub.split('.')[0]}@acme.example`,
        email_verified: !sub.endsWith('unverified'),
        name: sub,
        ...(groups.has(sub) ? { groups: groups.get(sub) } : {}),
      }),
    }),
    features: { devInteractions: { enabled: true } },
  });
  // The library warns about its development pages and keys; here they are what is wanted.
  const answer = oidc.callback();
  http.on('request', (request, response) => void answer(request, response));
  return {
    issuer,
    groups,
    end: () => {
      http.close();
      http.closeAllConnections();
    },
  };
}
