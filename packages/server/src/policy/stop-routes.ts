import { rollbackList } from '@permesso/protocol/console';
import type { ServerContext } from '../module.ts';
import { query } from '../database/query.ts';
import { policyReaders } from '../route/needs.ts';
import { personRoute, type Route } from '../route/route.ts';
import { exact, Uuid } from '../route/shapes.ts';

const lastStop = query<
  { readonly at: Date; readonly bySelf: boolean; readonly version: string; readonly why: string },
  { readonly project: string }
>(import.meta.dirname, 'last-stop.sql');

/** Why a version that was on its way is not any more. */
export function stopRoutes({ database }: ServerContext): readonly Route[] {
  return [
    personRoute(
      policyReaders,
      {
        method: 'GET',
        path: '/api/stopped',
        summary: 'For the console: the last version rolled back during rollout, with who did it and why.',
        query: exact({ project: Uuid }),
        replies: { 200: rollbackList },
      },
      async ({ caller, query: { project } }) => {
        const stops = await database.asOrganisation(caller.organisation, (on) => lastStop(on, { project }));
        return { status: 200, json: { stops } };
      },
    ),
  ];
}
