import type { Stores } from './stores.ts';
import type { LogStore } from '../log/entry/log.ts';
import { sqlApprovals } from './sql-approvals.ts';
import { sqlGrants } from './sql-grants.ts';
import { sqlLimits } from './sql-limits.ts';
import { sqlLog } from './sql-log.ts';
import { sqlSessions } from './sql-sessions.ts';
import type { RunSql, Tables } from './sql.ts';

/** All that a gate keeps, in one database. */
export function sqlStores(run: RunSql, tables: Tables): Required<Stores> & { readonly log: LogStore } {
  return {
    approvals: sqlApprovals(run, tables),
    grants: sqlGrants(run, tables),
    limits: sqlLimits(run, tables),
    sessions: sqlSessions(run, tables),
    log: sqlLog(run, tables),
  };
}
