import type { Stores } from './stores.ts';
import type { LogStore } from '../log/entry/log.ts';
import { sqlApprovals } from './sql-approvals.ts';
import { sqlGrants } from './sql-grants.ts';
import { sqlLimits } from './sql-limits.ts';
import { sqlLog } from './sql-log.ts';
import type { RunSql, Tables } from './sql.ts';
import { nameOf, readSession, sessionsKept, type SessionStore } from '../sessions/session-store.ts';

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

/** Events between two looks at what can be forgotten. */
const eventsBetween = 200;

/** One row for each event, only added. What a call brings is one statement, so a server that is killed leaves all of it or nothing. */
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
      // Whole sessions: half a record would be fewer labels.
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
