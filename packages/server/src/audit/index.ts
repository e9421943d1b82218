import type { Module } from '../module.ts';
import { activityRoutes } from './activity/activity-routes.ts';
import { matchingRoutes } from './activity/matching-routes.ts';
import { overviewRoutes } from './activity/overview-routes.ts';
import type { AuditNeeds } from './audit-context.ts';
import { auditSettings } from './audit-settings.ts';
import { callRoutes } from './evidence-of-call/call-routes.ts';
import { entryRoutes } from './entry-routes.ts';
import { findingRoutes } from './finding-routes.ts';
import { ingestRoutes } from './ingest-routes.ts';
import { joinDays } from './join-days.ts';
import { maintainPartitions } from './partitions.ts';
import { recordRoutes } from './record-routes.ts';
import { sealLogs } from './seal-log.ts';

export { type AgentNames, agentNames } from './agent-names.ts';
export { auditSettings } from './audit-settings.ts';
export { cursorAt, cursorBefore, type EntryCursor } from './entry-cursor.ts';
export { newestCheckpoint } from './entry-figures.ts';
export { standingsIn } from './entry-standings.ts';
export { followChain } from './follow-chain.ts';
export { type LoggedBatch, readLogFrom } from './follow-log.ts';
export { maintainPartitions, withRoom } from './partitions.ts';
export { readBatch } from './read-batch.ts';
export {
  databaseSearch,
  type EntryFilter,
  type FilterValues,
  type EntryPage,
  type EntryRow,
  type EntrySearch,
  type EntrySpan,
  newestRows,
  type NewestSearch,
  newestSpan,
  oldestPage,
  pageOf,
} from './search-entries.ts';
export { type Arrival, beginChains, headPauses, storeBatches } from './store-batches.ts';
export type { Offer, Take, Taking } from './take.ts';
export { hashesOf } from './tree.ts';

const tendEveryMs = 60 * 60_000;

export const auditModule = {
  name: 'audit',
  settings: auditSettings,
  open: (context, needs) => {
    const { settings } = context;
    const own = { ...auditSettings.read(settings.env), ...context, ...needs };
    return {
      routes: [
        ingestRoutes,
        findingRoutes,
        recordRoutes,
        callRoutes,
        entryRoutes,
        activityRoutes,
        overviewRoutes,
        matchingRoutes,
      ].flatMap((routes) => routes(own)),
      jobsIn: ({ database }) => [
        { work: () => sealLogs(database, settings.secret) },
        {
          everyMs: tendEveryMs,
          work: async () => {
            await maintainPartitions(database, settings);
            await joinDays(database);
          },
        },
      ],
    };
  },
} satisfies Module<AuditNeeds>;
