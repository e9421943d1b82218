import { Type } from 'typebox';
import type { ServerContext } from '../../module.ts';
import { only, queries, type Row } from '../../database/query.ts';
import { recordAdminAction, organisationRoutes } from '../../identity/index.ts';
import { existing } from '../../route/problem.ts';
import { personRoute, type Route } from '../../route/route.ts';
import { exact, Time, Uuid, Words } from '../../route/shapes.ts';
import { newToken } from '../../secrets/token.ts';
import { addScimToken } from './scim-token.ts';

const sql = queries(import.meta.dirname);
const listScimTokens = sql<Row>('list-scim-tokens.sql');
const revokeScimToken = sql<{ id: string }, { id: string }>('revoke-scim-token.sql');

/** Tokens for the organisation's directory: they manage people and groups, and can do nothing else. */
export function scimTokenRoutes({ database }: ServerContext): readonly Route[] {
  const { readRoute, actRoute } = organisationRoutes(database);
  return [
    personRoute(
      { role: 'admin', scope: 'organisation' },
      {
        method: 'POST',
        path: '/v1/scim-tokens',
        summary:
          'Creates a SCIM token. The token is shown only once. It works while you are an admin and the credential you created it with is valid; the operator can create one that depends on nobody.',
        body: exact({ name: Words, days: Type.Integer({ minimum: 1, maximum: 366 }) }),
        replies: { 201: Type.Object({ id: Uuid, token: Type.String(), expiresAt: Time }) },
      },
      async ({ caller, body: { name, days } }) => {
        const token = newToken('scim');
        const made = await database.asOrganisation(caller.organisation, async (on) => {
          const { lineage, expiresAt: until } = caller.token ?? { lineage: [], expiresAt: null };
          const { person } = caller;
          const row = await only(addScimToken(on, { name, hash: token.hash, days, person, lineage, until }));
          const detail = { name };
          await recordAdminAction(on, { by: caller, act: 'scim-token.add', subject: row.id, detail });
          return row;
        });
        return { status: 201, json: { ...made, token: token.text } };
      },
    ),
    readRoute(
      { role: 'admin', scope: 'organisation' },
      {
        path: '/v1/scim-tokens',
        summary: 'Lists SCIM tokens, without their secrets.',
        reply: Type.Object({ tokens: Type.Array(Type.Object({ id: Uuid, name: Type.String() })) }),
      },
      async (on) => ({ tokens: await listScimTokens(on) }),
    ),
    actRoute(
      { role: 'admin', scope: 'organisation' },
      {
        method: 'DELETE',
        path: '/v1/scim-tokens/{token}',
        summary: 'Revokes a SCIM token. People and groups are unchanged.',
        params: exact({ token: Uuid }),
        act: 'scim-token.revoke',
      },
      async (on, { params: { token } }) => {
        await existing(revokeScimToken(on, { id: token }), 'token');
        return { subject: token };
      },
    ),
  ];
}
