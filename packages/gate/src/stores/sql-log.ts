import { spaceOf } from '@permesso/engine/call';
import { entryFields } from '../log/entry/entry-fields.ts';
import type { Entry, LogSink } from '../log/entry/log.ts';
import { entryText, sinkOf } from './log-sink.ts';
import { spaceKey, type RunSql, type SqlValue, type Tables } from './sql.ts';

/**
 * One row for each entry, as a file would have it: secrets hidden, canonical JSON. Without a hash chain: who may change rows is
 * the database's to say.
 */
export function sqlLog(run: RunSql, { log: table }: Tables): LogSink {
  return sinkOf((entry) => {
    const values = [...entryValues(entry), entryText(entryFields(entry))];
    return run(`insert into ${table} (at, type, session, space, body) values ($1, $2, $3, $4, $5)`, values);
  });
}

function entryValues(entry: Entry): readonly SqlValue[] {
  const call = 'call' in entry ? entry.call : undefined;
  const session = call?.session ?? ('session' in entry ? entry.session : undefined) ?? null;
  return [new Date(entry.at).toISOString(), entry.type, session, spaceKey(spaceOf(call?.owner).owner)];
}
