import type { Fields } from '@permesso/protocol/entry';
import type { Entry, LogSink } from '../log/entry/log.ts';

/** Entries in the order in which they came, one after the other; `flush` waits for all of them and tells what failed. */
export function sinkOf(write: (entry: Entry) => Promise<unknown>): LogSink {
  let last: Promise<unknown> = Promise.resolve();
  let failed: unknown[] = [];
  return {
    write: (entry) => {
      const written = last.then(() => write(entry));
      last = written.catch((error: unknown) => void failed.push(error));
      return written.then(() => undefined);
    },
    flush: async () => {
      await last;
      const errors = failed;
      failed = [];
      if (errors.length > 0)
        throw new AggregateError(errors, `${errors.length} entries could not be written`);
    },
  };
}

/** One entry as JSON, its values being JSON already. */
export function entryText(fields: Fields): string {
  return `{${[...fields].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
}
