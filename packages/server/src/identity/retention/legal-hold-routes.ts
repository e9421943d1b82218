import { organisationRoutes } from '../organisation-route.ts';
import { Type } from 'typebox';
import { only, queries, type Row } from '../../database/query.ts';
import { notFound, existing } from '../../route/problem.ts';
import { personRoute, type Route } from '../../route/route.ts';
import { exact, Time, Uuid, Words } from '../../route/shapes.ts';
import { recordAdminAction } from '../admin-audit.ts';
import type { SecondPersonAct } from '../../route/second-person-act.ts';
import { askForAct } from '../second-person/pending-acts.ts';
import { outcomeReply, Pending } from '../second-person/outcome-reply.ts';
import type { ServerContext } from '../../module.ts';

const sql = queries(import.meta.dirname);
const listHolds = sql<Row>('list-holds.sql');
const addHold = sql<{ id: string }, { project: string | null; reason: string; person: string }>(
  'add-hold.sql',
);
const endHold = sql<{ project: string | null; reason: string }, { hold: string; person: string }>(
  'end-hold.sql',
);

const ProjectOrAll = Type.Union([Uuid, Type.Null()]);

/** A single person could otherwise have the trail under a hold dropped. */
export const endHoldAct: SecondPersonAct = {
  name: 'legal-hold.end',
  confirmers: ['author', 'admin'],
  perform: async (on, { by, subject: hold, detail, asked }) => {
    const { person } = detail as { readonly person: string };
    const ended = await existing(
      endHold(on, { hold, person: by === 'operator' ? person : by.person }),
      'legal hold',
    );
    await recordAdminAction(on, {
      by,
      act: 'legal-hold.end',
      subject: hold,
      detail: { ...ended, ...asked },
    });
    return {};
  },
};

/** Data under hold outlives retention, until somebody ends the hold. */
export function legalHoldRoutes({ database, secret }: ServerContext): readonly Route[] {
  const { readRoute } = organisationRoutes(database);
  return [
    readRoute(
      { role: 'admin', scope: 'organisation' },
      {
        path: '/v1/legal-holds',
        summary: 'Lists legal holds, including ended ones, with who set them, when and why.',
        reply: Type.Object({
          holds: Type.Array(
            Type.Object({
              id: Uuid,
              project: ProjectOrAll,
              reason: Type.String(),
              setBy: Uuid,
              setAt: Time,
            }),
          ),
        }),
      },
      async (on) => ({ holds: await listHolds(on) }),
    ),
    personRoute(
      { role: 'admin', scope: 'organisation' },
      {
        method: 'POST',
        path: '/v1/legal-holds',
        summary:
          'Places the organisation or a project under legal hold: retention deletes none of its entries or approval requests, and nobody is erased.',
        body: exact({ project: ProjectOrAll, reason: Words }),
        replies: { 201: Type.Object({ id: Uuid }) },
      },
      async ({ caller, body: { project, reason } }) => {
        const made = await database.asOrganisation(caller.organisation, async (on) => {
          const row = await only(addHold(on, { project, reason, person: caller.person }));
          const detail = { project, reason };
          await recordAdminAction(on, { by: caller, act: 'legal-hold.set', subject: row.id, detail });
          return row;
        });
        return { status: 201, json: made };
      },
    ),
    personRoute(
      { role: 'admin', scope: 'organisation' },
      {
        method: 'DELETE',
        path: '/v1/legal-holds/{hold}',
        summary:
          'Ends a legal hold. Requires a second person (202). Data past its retention period is deleted within the hour.',
        params: exact({ hold: Uuid }),
        replies: { 202: Pending, 204: 'none' },
      },
      async ({ caller, params: { hold } }) => {
        const outcome = await database.asOrganisation(caller.organisation, async (on) => {
          const open = (await listHolds(on)).find(({ id, endedAt }) => id === hold && endedAt === null);
          if (open === undefined) throw notFound('legal hold');
          // The confirming person reads why it was set.
          const detail = { person: caller.person, reason: open['reason'] };
          return await askForAct(on, endHoldAct, { caller, subject: hold, detail, keys: secret });
        });
        return outcomeReply(outcome, { status: 204 });
      },
    ),
  ];
}
