import { Type } from 'typebox';
import { type SendingChoice, sendings } from '@permesso/protocol/entry';
import type { Database } from '../database/database.ts';
import { only, query } from '../database/query.ts';
import { recordAdminAction } from '../identity/admin-audit.ts';
import { personRoute, type Route } from '../route/route.ts';
import { exact } from '../route/shapes.ts';
import type { SealKeys } from '../secrets/seal.ts';
import { reissue } from './policy-channel.ts';

const folder = import.meta.dirname;
const sendingNow = query<{ readonly send: SendingChoice }>(folder, 'sending-now.sql');
const setSending = query<never, { readonly send: SendingChoice }>(folder, 'set-sending.sql');

const Shape = Type.Object({ send: Type.Enum([...sendings]) });

/** What agents send of their logs. It is signed with the policy, so nobody between tells an agent to send less. */
export function sendingRoutes({
  database,
  secret,
}: {
  readonly database: Database;
  readonly secret: SealKeys;
}): readonly Route[] {
  return [
    personRoute(
      { role: 'viewer', scope: 'self' },
      {
        method: 'GET',
        path: '/v1/sending',
        summary: 'Whether agents send every entry, or count repeated allows instead of sending them.',
        replies: { 200: Shape },
      },
      async ({ caller }) => ({
        status: 200,
        json: await database.asOrganisation(caller.organisation, (on) => only(sendingNow(on))),
      }),
    ),
    personRoute(
      { role: 'admin', scope: 'organisation' },
      {
        method: 'PUT',
        path: '/v1/sending',
        summary: 'Has agents send every entry, or count repeated allows instead of sending them.',
        body: exact({ send: Type.Enum([...sendings]) }),
        replies: { 200: Shape },
      },
      async ({ caller, body: { send } }) => {
        const { organisation } = caller;
        await database.asOrganisation(organisation, async (on) => {
          await setSending(on, { send });
          await reissue(on, null, { organisation, secret });
          await recordAdminAction(on, {
            by: caller,
            act: 'entries.sending',
            subject: organisation,
            detail: { send },
          });
        });
        return { status: 200, json: { send } };
      },
    ),
  ];
}
