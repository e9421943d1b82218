import { Type } from 'typebox';
import type { Database } from '../../database/database.ts';
import { first, only, query } from '../../database/query.ts';
import { notFound } from '../../route/problem.ts';
import { personRoute, type Route } from '../../route/route.ts';
import { exact, Time, Uuid, Words } from '../../route/shapes.ts';
import { recordAdminAction } from '../admin-audit.ts';

const folder = import.meta.dirname;
const listHolds = query<Readonly<Record<string, unknown>>>(folder, 'list-holds.sql');
const addHold = query<
  { readonly id: string },
  { readonly project: string | null; readonly reason: string; readonly person: string }
>(folder, 'add-hold.sql');
const endHold = query<
  { readonly project: string | null; readonly reason: string },
  { readonly hold: string; readonly person: string }
>(folder, 'end-hold.sql');

const ProjectOrAll = Type.Union([Uuid, Type.Null()]);

/** What is under hold outlives retention, until somebody ends it. */
export function legalHoldRoutes({ database }: { readonly database: Database }): readonly Route[] {
  return [
    personRoute(
      { role: 'admin', scope: 'organisation' },
      {
        method: 'GET',
        path: '/v1/legal-holds',
        summary: 'Legal holds, also those that have ended: who set them, when and why.',
        replies: {
          200: Type.Object({
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
      },
      async ({ caller }) => ({
        status: 200,
        json: { holds: await database.asOrganisation(caller.organisation, (on) => listHolds(on)) },
      }),
    ),
    personRoute(
      { role: 'admin', scope: 'organisation' },
      {
        method: 'POST',
        path: '/v1/legal-holds',
        summary:
          'Puts the organisation, or one project, under legal hold: retention drops none of its entries and approval requests, and nobody is erased.',
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
        summary: 'Ends a legal hold. What is older than is kept goes with the next hour.',
        params: exact({ hold: Uuid }),
        replies: { 204: 'none' },
      },
      async ({ caller, params: { hold } }) => {
        await database.asOrganisation(caller.organisation, async (on) => {
          const ended = await first(endHold(on, { hold, person: caller.person }));
          if (ended === undefined) throw notFound('legal hold');
          await recordAdminAction(on, { by: caller, act: 'legal-hold.end', subject: hold, detail: ended });
        });
        return { status: 204 };
      },
    ),
  ];
}
