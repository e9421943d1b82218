import type { Fields } from '@permesso/protocol/entry';
import type { Entry, LogSink, WantedEntries } from '../log/entry/log.ts';

/**
 * How many entries may be pending while a database does not respond. Further ones are refused, to bound memory use.
 */
const mostWaiting = 10_000;

/** How many failures `flush` reports with their errors; it only counts the others. */
const mostErrors = 20;

/** Delays between the attempts to write one entry, in milliseconds. */
const pauses = [100, 1000] as const;

/** Writes entries in order, one after the other; `flush` waits for all of them and reports failures. */
export function sinkOf(write: (entry: Entry) => Promise<unknown>): LogSink {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let count = 0;
  let failed: unknown[] = [];
  const fail = (error: unknown): void => {
    count += 1;
    if (failed.length < mostErrors) failed.push(error);
  };
  return {
    write: async (entry) => {
      if (waiting >= mostWaiting) {
        const error = new Error(`${mostWaiting} entries wait to be written, so this one is not kept`);
        fail(error);
        throw error;
      }
      waiting += 1;
      const written = last
        .then(() => writePatiently(write, entry))
        .finally(() => {
          waiting -= 1;
        });
      last = written.catch(fail);
      await written;
    },
    flush: async () => {
      await last;
      if (count === 0) return;
      const [errors, lost] = [failed, count];
      [failed, count] = [[], 0];
      throw new AggregateError(errors, `${lost} entries could not be written`);
    },
  };
}

async function writePatiently(write: (entry: Entry) => Promise<unknown>, entry: Entry): Promise<void> {
  for (const pause of pauses) {
    try {
      await write(entry);
      return;
    } catch {
      // The error of the last attempt is reported.
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  await write(entry);
}

/** Erasing all tenants and all times at once is a mistake, or not our job. */
export function checkErased({ tenant, until }: WantedEntries): void {
  if (tenant === undefined && until === undefined)
    throw new TypeError('`erase` needs a `tenant` or an `until`; drop the table to erase everything');
}

/** One entry as JSON; its values are JSON already. */
export function entryText(fields: Fields): string {
  return `{${[...fields].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
}
