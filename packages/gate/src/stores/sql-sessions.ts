import { nameOf, readSession, sessionsKept, type SessionStore } from '../sessions/session-store.ts';
import type { RunSql, Tables } from './sql.ts';

/** Events between two looks at what can be forgotten. */
const eventsBetween = 200;

/** One row for each event, only added. What a call brings is one statement, so a server that is killed leaves all of it or nothing. */
export function sqlSessions(run: RunSql, { sessions: table }: Tables): SessionStore {
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
