import { spaceOf } from '@permesso/engine/call';
import type { KeptEntry } from '@permesso/protocol/entry';
import { entryFields } from '../log/entry/entry-fields.ts';
import type { Entry, LogStore, WantedEntries } from '../log/entry/log.ts';
import { checkErased, entryText, sinkOf } from './log-sink.ts';
import { spaceKey, type RunSql, type SqlValue, type Tables } from './sql.ts';

/**
 * One row per entry, with the content a file would have: secrets hidden, canonical JSON. Without a hash chain: the
 * database controls who may change rows.
 */
export function sqlLog(run: RunSql, { log: table }: Tables): LogStore {
  const sink = sinkOf((entry) => {
    const values = [...entryValues(entry), entryText(entryFields(entry))];
    return run(
      `insert into ${table} (at, type, session, tenant, space, body) values ($1, $2, $3, $4, $5, $6)`,
      values,
    );
  });
  return {
    ...sink,
    read: async function* (wanted = {}) {
      let after = 0;
      for (;;) {
        const { text, values } = conditions(wanted, [after, pageSize]);
        const rows = await run(
          `select place, body from ${table} where place > $1${text} order by place limit $2`,
          values,
        );
        for (const row of rows) yield JSON.parse(String(row['body'])) as KeptEntry;
        if (rows.length < pageSize) return;
        after = Number(rows.at(-1)?.['place']);
      }
    },
    erase: async (wanted) => {
      checkErased(wanted);
      const { text, values } = conditions(wanted, []);
      return (await run(`delete from ${table} where 1 = 1${text} returning place`, values)).length;
    },
  };
}

const pageSize = 500;

function conditions(
  { tenant, since, until }: WantedEntries,
  first: readonly SqlValue[],
): { readonly text: string; readonly values: readonly SqlValue[] } {
  const values = [...first];
  const given: readonly (readonly [string, SqlValue | undefined])[] = [
    ['tenant =', tenant],
    ['at >=', since === undefined ? undefined : new Date(since).toISOString()],
    ['at <', until === undefined ? undefined : new Date(until).toISOString()],
  ];
  const text = given.flatMap(([condition, value]) =>
    value === undefined ? [] : [` and ${condition} $${values.push(value)}`],
  );
  return { text: text.join(''), values };
}

function entryValues(entry: Entry): readonly SqlValue[] {
  const call = 'call' in entry ? entry.call : undefined;
  const session = call?.session ?? ('session' in entry ? entry.session : undefined) ?? null;
  // A malformed call that was refused may contain any value.
  const owner = call?.owner ?? call?.principal;
  const tenant = typeof owner?.tenant === 'string' ? owner.tenant : null;
  return [new Date(entry.at).toISOString(), entry.type, session, tenant, spaceKey(spaceOf(owner).owner)];
}
