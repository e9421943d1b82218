import { organisationRoutes } from './organisation-route.ts';
import { Type } from 'typebox';
import type { ServerContext } from '../module.ts';
import { only, queries, type Row } from '../database/query.ts';
import { holdsEverywhere, roleNames } from '../route/caller.ts';
import { Problem, existing } from '../route/problem.ts';
import { personRoute, type Route } from '../route/route.ts';
import { exact, Time, Uuid, Words } from '../route/shapes.ts';
import { newToken } from '../secrets/token.ts';
import { addApiToken } from './add-api-token.ts';
import { recordAdminAction } from './admin-audit.ts';
import { personNamed } from './person-named.ts';

const sql = queries(import.meta.dirname);
const listApiTokens = sql<Row, { person: string }>('list-api-tokens.sql');
const revokeApiToken = sql<{ id: string }, { id: string; person: string; isAdmin: boolean }>(
  'revoke-api-token.sql',
);

const Roles = Type.Array(Type.Enum([...roleNames]), { maxItems: roleNames.length });

const Tokens = Type.Object({ tokens: Type.Array(Type.Object({ id: Uuid, name: Type.String() })) });

/** A token acts as the person who made it, so nobody can make one for somebody else. */
export function tokenRoutes({ database }: ServerContext): readonly Route[] {
  const { readRoute, actRoute } = organisationRoutes(database);
  return [
    personRoute(
      { role: 'viewer', scope: 'self' },
      {
        method: 'POST',
        path: '/v1/tokens',
        summary:
          'Creates an API token for yourself. The token is shown only once. A token created with another token expires no later than that one.',
        body: exact({ name: Words, roles: Roles, days: Type.Integer({ minimum: 1, maximum: 366 }) }),
        replies: { 201: Type.Object({ id: Uuid, token: Type.String(), expiresAt: Time }) },
      },
      async ({ caller, body }) => {
        const missing = body.roles.find((role) => caller.roles.every((held) => held.role !== role));
        if (missing !== undefined && missing !== 'viewer')
          throw new Problem(403, `you do not have the role ${missing} yourself`);
        const token = newToken('api');
        const made = await database.asOrganisation(caller.organisation, async (on) => {
          const { lineage, expiresAt } = caller.token ?? { lineage: [], expiresAt: null };
          const roles = [...body.roles, 'viewer'];
          const row = await only(
            addApiToken(on, {
              person: caller.person,
              name: body.name,
              hash: token.hash,
              roles,
              days: body.days,
              lineage,
              until: expiresAt,
            }),
          );
          const detail = { name: body.name, roles: body.roles };
          await recordAdminAction(on, { by: caller, act: 'token.add', subject: row.id, detail });
          return row;
        });
        return { status: 201, json: { ...made, token: token.text } };
      },
    ),
    readRoute(
      { role: 'viewer', scope: 'self' },
      {
        path: '/v1/tokens',
        summary: 'Lists your API tokens, without their secrets.',
        reply: Tokens,
      },
      async (on, { caller }) => ({ tokens: await listApiTokens(on, { person: caller.person }) }),
    ),
    readRoute(
      { role: 'admin', scope: 'organisation' },
      {
        path: '/v1/people/{person}/tokens',
        summary: "Lists a person's API tokens, without their secrets.",
        params: exact({ person: Uuid }),
        reply: Tokens,
      },
      async (on, { params: { person } }) => {
        await personNamed(on, person);
        return { tokens: await listApiTokens(on, { person }) };
      },
    ),
    actRoute(
      { role: 'viewer', scope: 'self' },
      {
        method: 'DELETE',
        path: '/v1/tokens/{token}',
        summary:
          "Revokes an API token and every token created with it: your own or, as an organisation admin, anyone's.",
        params: exact({ token: Uuid }),
        act: 'token.revoke',
      },
      async (on, { caller, params }) => {
        const isAdmin = holdsEverywhere(caller, 'admin');
        await existing(revokeApiToken(on, { id: params.token, person: caller.person, isAdmin }), 'token');
        return { subject: params.token };
      },
    ),
  ];
}
