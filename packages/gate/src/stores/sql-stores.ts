import type { Stores } from './stores.ts';
import type { LogStore } from '../log/entry/log.ts';
import { sqlApprovals } from './sql-approvals.ts';
import { sqlGrants } from './sql-grants.ts';
import { sqlLimits } from './sql-limits.ts';
import { sqlLog } from './sql-log.ts';
import type { RunSql, Tables } from './sql.ts';
import { nameOf, readSession, sessionsKept, type SessionStore } from '../sessions/session-store.ts';

/** All the stores of a gate, in one database. */
export function sqlStores(run: RunSql, tables: Tables): Required<Stores> & { readonly log: LogStore } {
  return {
    approvals: sqlApprovals(run, tables),
    grants: sqlGrants(run, tables),
    limits: sqlLimits(run, tables),
    sessions: sqlSessions(run, tables),
    log: sqlLog(run, tables),
  };
}

/** Events between two cleanups. */
const eventsBetween = 200;

/**
 * One row per event, append-only. The events of a call are one statement, so a killed server leaves all of them or
 * none.
 */
function sqlSessions(run: RunSql, { sessions: table }: Tables): SessionStore {
  let added = 0;
  return {
    read: (key) =>
      readSession(async () => {
        const rows = await run(`select body from ${table} where name = $1 order by place`, [nameOf(key)]);
        return rows.map((row) => row['body']);
      }),
    add: async (key, events) => {
      if (events.length === 0) return;
      // Deletes whole sessions: half a record would mean fewer labels.
      if (added++ % eventsBetween === 0)
        await run(
          `delete from ${table} where name in (select name from ${table} group by name having max(at) < $1)`,
          [Date.now() - sessionsKept],
        );
      const values = events.map((_event, at) => `($${3 * at + 1}, $${3 * at + 2}, $${3 * at + 3})`);
      await run(
        `insert into ${table} (name, at, body) values ${values.join(', ')}`,
        events.flatMap((event) => [nameOf(key), Date.now(), JSON.stringify(event)]),
      );
    },
  };
}
