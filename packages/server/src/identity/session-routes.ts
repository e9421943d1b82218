import { organisationRoutes } from './organisation-route.ts';
import { Type } from 'typebox';
import { browserSession } from '@permesso/protocol/console';
import { first, queries, type Row } from '../database/query.ts';
import { holdsEverywhere } from '../route/caller.ts';
import { Problem, existing } from '../route/problem.ts';
import { openRoute, personRoute, type Route } from '../route/route.ts';
import type { RouteInput } from '../route/route-input.ts';
import { exact, Uuid } from '../route/shapes.ts';
import { readToken } from '../secrets/token.ts';
import { personActs, recordAdminAction } from './admin-audit.ts';
import { cookie, readCookie, sessionCookie } from './cookies.ts';
import { personNamed } from './person-named.ts';
import { csrfOf, newSession } from './session.ts';
import type { ServerContext } from '../module.ts';

const sql = queries(import.meta.dirname);
const findToken = sql<{ organisation: string }, { hash: Buffer }>('find-token.sql');
const loadTokens = sql<{ id: string; person: string }, { hashes: readonly Buffer[] }>('load-tokens.sql');
const endSession = sql<never, { hash: Buffer }>('end-session.sql');
const listSessions = sql<Row, { person: string }>('list-sessions.sql');
const endOneSession = sql<{ id: string; person: string }, { id: string; person: string; isAdmin: boolean }>(
  'end-one-session.sql',
);

const Sessions = Type.Object({ sessions: Type.Array(Type.Object({ id: Uuid })) });

/** A browser session: how it starts without an identity provider, the data for its pages, how it ends. */
export function sessionRoutes({ database, publicUrl }: ServerContext): readonly Route[] {
  const { readRoute, actRoute } = organisationRoutes(database);
  return [
    openRoute(
      {
        method: 'POST',
        path: '/v1/sign-in/token',
        summary: "Starts a browser session from an API token. The session has the token's permissions.",
        body: exact({ token: Type.String({ maxLength: 100 }) }),
        replies: { 204: 'none' },
      },
      async ({ body, header, address }) => {
        // Otherwise a foreign page could sign a person in as somebody else, and have them answer in that name.
        if (header('origin') !== publicUrl || !isOwnPage(header, publicUrl))
          throw new Problem(403, `sign in at ${publicUrl}`);
        const hash = readToken(body.token.trim(), 'api');
        const found =
          hash === undefined ? undefined : await database.asSystem((on) => first(findToken(on, { hash })));
        if (hash === undefined || found === undefined) throw badToken();
        const begun = await database.asOrganisation(found.organisation, async (on) => {
          const token = await first(loadTokens(on, { hashes: [hash] }));
          if (token === undefined) throw badToken();
          const { id, person } = token;
          const by = personActs(person);
          await recordAdminAction(on, { by, act: 'session.begin', subject: id, address });
          return await newSession(on, { person, apiToken: id }, publicUrl);
        });
        return { status: 204, headers: { 'set-cookie': begun } };
      },
    ),
    personRoute(
      { role: 'viewer', scope: 'self' },
      {
        method: 'GET',
        path: '/v1/session',
        summary: 'Returns the CSRF token that pages send in `permesso-csrf` with every change.',
        replies: { 200: browserSession },
      },
      async ({ header }) => {
        const session = readCookie(header('cookie'), sessionCookie(publicUrl));
        if (session === undefined || header('authorization') !== undefined)
          throw new Problem(409, 'this is about the session of a browser');
        if (!isOwnPage(header, publicUrl))
          throw new Problem(403, 'this request does not come from a page of this server');
        return { status: 200, json: { csrf: csrfOf(session).text } };
      },
    ),
    personRoute(
      { role: 'viewer', scope: 'self' },
      {
        method: 'POST',
        path: '/v1/sign-out',
        summary: 'Signs this browser out.',
        replies: { 204: 'none' },
      },
      async ({ caller, header }) => {
        const hash = readToken(readCookie(header('cookie'), sessionCookie(publicUrl)), 'session');
        if (hash !== undefined)
          await database.asOrganisation(caller.organisation, (on) => endSession(on, { hash }));
        const gone = cookie(sessionCookie(publicUrl), '', { publicUrl, seconds: 0, site: 'Strict' });
        return { status: 204, headers: { 'set-cookie': gone } };
      },
    ),
    readRoute(
      { role: 'viewer', scope: 'self' },
      {
        path: '/v1/sessions',
        summary: 'Lists your browser sessions.',
        reply: Sessions,
      },
      async (on, { caller }) => ({ sessions: await listSessions(on, { person: caller.person }) }),
    ),
    readRoute(
      { role: 'admin', scope: 'organisation' },
      {
        path: '/v1/people/{person}/sessions',
        summary: "Lists a person's browser sessions.",
        params: exact({ person: Uuid }),
        reply: Sessions,
      },
      async (on, { params: { person } }) => {
        await personNamed(on, person);
        return { sessions: await listSessions(on, { person }) };
      },
    ),
    actRoute(
      { role: 'viewer', scope: 'self' },
      {
        method: 'DELETE',
        path: '/v1/sessions/{session}',
        summary: "Ends a browser session: your own or, as an organisation admin, anyone's.",
        params: exact({ session: Uuid }),
        act: 'session.end',
      },
      async (on, { caller, params: { session } }) => {
        const isAdmin = holdsEverywhere(caller, 'admin');
        const ended = await existing(
          endOneSession(on, { id: session, person: caller.person, isAdmin }),
          'session',
        );
        const detail = { person: ended.person };
        return { subject: session, detail };
      },
    ),
  ];
}

/** As far as the browser reports the request's origin. Foreign pages could not read the answer either. */
function isOwnPage(header: RouteInput['header'], publicUrl: string): boolean {
  return (
    (header('origin') ?? publicUrl) === publicUrl &&
    (header('sec-fetch-site') ?? 'same-origin') === 'same-origin'
  );
}

function badToken(): Problem {
  return new Problem(401, 'the token is wrong, has expired or was revoked');
}
