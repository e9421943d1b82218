import { organisationRoutes } from '../identity/index.ts';
import { rollbackList } from '@permesso/protocol/console';
import type { ServerContext } from '../module.ts';
import { queries } from '../database/query.ts';
import { policyReaders } from '../route/needs.ts';
import { type Route } from '../route/route.ts';
import { exact, Uuid } from '../route/shapes.ts';

const lastStop = queries(import.meta.dirname)<
  { at: Date; bySelf: boolean; version: string; why: string },
  { project: string }
>('last-stop.sql');

/** Why a version's rollout was stopped. */
export function stopRoutes({ database }: ServerContext): readonly Route[] {
  const { readRoute } = organisationRoutes(database);
  return [
    readRoute(
      policyReaders,
      {
        path: '/api/stopped',
        summary: 'For the console: the last version rolled back during rollout, with who did it and why.',
        query: exact({ project: Uuid }),
        reply: rollbackList,
      },
      async (on, { query: { project } }) => ({ stops: await lastStop(on, { project }) }),
    ),
  ];
}
