import { organisationRoutes } from '../organisation-route.ts';
import { definedFields } from '@permesso/engine/call';
import { Type } from 'typebox';
import { first, queries, type Connection } from '../../database/query.ts';
import { Problem } from '../../route/problem.ts';
import { openRoute, personRoute, type Route } from '../../route/route.ts';
import { exact, Name, Words } from '../../route/shapes.ts';
import { newToken, readToken } from '../../secrets/token.ts';
import { seal, unseal } from '../../secrets/seal.ts';
import { personActs, recordAdminAction } from '../admin-audit.ts';
import { changeProviderAct, clientSecretPurpose, hasProvider, loadProvider } from './identity-provider.ts';
import { askForAct } from '../second-person/pending-acts.ts';
import { outcomeReply, Pending } from '../second-person/outcome-reply.ts';
import { cookie, readCookie, signInCookie } from '../cookies.ts';
import type { NamedGroups } from '../groups/read-groups.ts';
import { followSignIn, givesRoles } from '../groups/signed-in-groups.ts';
import { findOrganisation } from '../organisations.ts';
import { holdForSignIn } from '../lock-admins.ts';
import { beginSignIn, checkProvider, finishSignIn, type Provider, type SignInSecrets } from './open-id.ts';
import { newSession } from '../session.ts';
import { signedInPerson } from './signed-in-person.ts';
import type { ServerContext } from '../../module.ts';

const sql = queries(import.meta.dirname);
const addSignIn = sql<never, { state: Buffer; browser: Buffer; sealed: Buffer }>('begin-sign-in.sql');
const findSignIn = sql<{ organisation: string }, { state: Buffer; browser: Buffer }>('find-sign-in.sql');
const takeSignIn = sql<{ sealed: Buffer }, { state: Buffer; browser: Buffer }>('take-sign-in.sql');
const tenMinutes = 600;

/** Names of scopes with spaces: RFC 6749, 3.3. */
const Scopes = Type.String({
  pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]{1,100}( [\\x21\\x23-\\x5b\\x5d-\\x7e]{1,100}){0,4}$',
});

/** Without its secret. */
const ShownProvider = Type.Object({
  issuer: Type.String(),
  clientId: Type.String(),
  groupsClaim: Type.Union([Type.Null(), Type.String()]),
  groupsScope: Type.Union([Type.Null(), Type.String()]),
  trustedDomains: Type.Array(Type.String()),
});

export function signInPurpose(organisation: string): string {
  return `sign-in to ${organisation}`;
}

export function signInRoutes({ database, secret, publicUrl, send }: ServerContext): readonly Route[] {
  const callback = `${publicUrl}/v1/sign-in/callback`;
  const change = changeProviderAct(secret);

  async function providerOf(organisation: string): Promise<Provider> {
    const row = await database.asOrganisation(organisation, (on) => first(loadProvider(on)));
    if (row === undefined) throw new Problem(404, 'this organisation has no identity provider');
    const clientSecret = unseal(row.sealedSecret, clientSecretPurpose(organisation), secret).toString();
    const { issuer, clientId, groupsClaim, groupsScope } = row;
    return { issuer, clientId, clientSecret, callback, send, groupsClaim, groupsScope };
  }

  const { readRoute } = organisationRoutes(database);
  return [
    readRoute(
      { role: 'admin', scope: 'organisation' },
      {
        path: '/v1/identity-provider',
        summary:
          "The organisation's OpenID Connect provider, the mail domains about which the operator trusts it, and the address to register there.",
        reply: Type.Object({
          provider: Type.Union([Type.Null(), ShownProvider]),
          redirectUrl: Type.String(),
        }),
      },
      async (on) => {
        const row = await first(loadProvider(on));
        const { sealedSecret: _, ...provider } = row ?? {};
        return { provider: row === undefined ? null : provider, redirectUrl: callback };
      },
    ),
    personRoute(
      { role: 'admin', scope: 'organisation' },
      {
        method: 'PUT',
        path: '/v1/identity-provider',
        summary:
          "Sets the organisation's OpenID Connect provider and the claim that holds groups. Changing it requires a second person (202) and ends the sessions and tokens issued under the previous provider, and what its groups gave.",
        body: exact({
          issuer: Type.String({ maxLength: 300 }),
          clientId: Words,
          clientSecret: Words,
          groups: Type.Optional(exact({ claim: Words, scope: Type.Optional(Scopes) })),
        }),
        replies: { 202: Pending, 204: 'none' },
      },
      async ({ caller, body: { issuer, clientId, clientSecret, groups } }) => {
        const groupsClaim = groups?.claim ?? null;
        const groupsScope = groups?.scope ?? null;
        await checkProvider({ issuer, clientId, clientSecret, callback, send, groupsClaim, groupsScope });
        const detail = { issuer, clientId, ...definedFields({ groups }) };
        const { organisation } = caller;
        const outcome = await database.asOrganisation(organisation, async (on) => {
          if (await hasProvider(on))
            return await askForAct(on, change, {
              caller,
              subject: issuer,
              detail,
              secret: clientSecret,
              keys: secret,
            });
          const todo = { by: caller, organisation, subject: issuer, detail, secret: clientSecret, asked: {} };
          return { result: await change.perform(on, todo) };
        });
        return outcomeReply(outcome, { status: 204 });
      },
    ),
    openRoute(
      {
        method: 'GET',
        path: '/v1/sign-in/to/{organisation}',
        summary: "Redirects a browser to an organisation's identity provider.",
        params: exact({ organisation: Name }),
        replies: { 303: 'none' },
      },
      async ({ params }) => {
        const found = await database.asSystem((on) =>
          first(findOrganisation(on, { name: params.organisation })),
        );
        if (found === undefined) throw new Problem(404, 'this organisation has no identity provider');
        const state = newToken('state');
        const browser = newToken('state');
        const begun = await beginSignIn(await providerOf(found.id), state.text);
        const sealed = seal(JSON.stringify(begun.secrets), signInPurpose(found.id), secret);
        await database.asOrganisation(found.id, (on) =>
          addSignIn(on, { state: state.hash, browser: browser.hash, sealed }),
        );
        return {
          status: 303,
          headers: {
            location: begun.url,
            'set-cookie': cookie(signInCookie(publicUrl), browser.text, {
              publicUrl,
              seconds: tenMinutes,
              site: 'Lax',
            }),
          },
        };
      },
    ),
    openRoute(
      {
        method: 'GET',
        path: '/v1/sign-in/callback',
        summary: 'Redirect target of the identity provider. Starts a session and redirects to the console.',
        query: Type.Object({ state: Type.String({ maxLength: 100 }) }),
        replies: { 303: 'none' },
      },
      async ({ query: { state }, query: given, header, address }) => {
        // Only in the browser that started it: a link to somebody else's sign-in must not sign in here.
        const browser = readToken(readCookie(header('cookie'), signInCookie(publicUrl)), 'state');
        const stateHash = readToken(state, 'state');
        const refuse = (): Problem =>
          new Problem(403, 'this sign-in did not start here or has expired; sign in again');
        if (browser === undefined || stateHash === undefined) throw refuse();
        const found = await database.asSystem((on) => first(findSignIn(on, { state: stateHash, browser })));
        if (found === undefined) throw refuse();
        const { organisation } = found;
        const taken = await database.asOrganisation(organisation, (on) =>
          first(takeSignIn(on, { state: stateHash, browser })),
        );
        if (taken === undefined) throw refuse();
        const secrets = JSON.parse(
          unseal(taken.sealed, signInPurpose(organisation), secret).toString(),
        ) as SignInSecrets;
        const provider = await providerOf(organisation);
        const url = new URL(callback);
        for (const [name, value] of Object.entries(given)) url.searchParams.set(name, value);
        const who = await finishSignIn(provider, { url, state, secrets });
        const begun = await database.asOrganisation(organisation, async (on) => {
          const { issuer } = provider;
          await holdForSignIn(on, { issuer, subject: who.subject });
          // The provider may have been changed while this person was there.
          if ((await first(loadProvider(on)))?.issuer !== issuer) throw refuse();
          const person = await signedInPerson(on, { issuer, who });
          const groups = await groupsThatCount(on, issuer, who.groups);
          await followSignIn(on, { person, groups: groups.names });
          const detail = groups.problem === undefined ? { issuer } : { issuer, groups: groups.problem };
          await recordAdminAction(on, {
            by: personActs(person),
            act: 'session.begin',
            subject: person,
            detail,
            address,
          });
          return await newSession(on, { person }, publicUrl);
        });
        return { status: 303, headers: { location: '/', 'set-cookie': begun } };
      },
    ),
  ];
}

/** An admin chooses the provider; whether its groups give roles is the operator's decision. */
async function groupsThatCount(on: Connection, issuer: string, named: NamedGroups): Promise<NamedGroups> {
  if (named.names.length === 0) return named;
  if (await givesRoles(on, issuer)) return named;
  return { names: [], problem: 'give no roles: the operator of the server does not trust this issuer' };
}
