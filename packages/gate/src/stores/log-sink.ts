import type { Fields } from '@permesso/protocol/entry';
import type { Entry, LogSink, WantedEntries } from '../log/entry/log.ts';

/** What is pending to be written, while a database does not answer. More is refused: a process must not grow with what it cannot say. */
const mostWaiting = 10_000;

/** Failures that `flush` tells of by their errors; the others it counts. */
const mostErrors = 20;

/** Pauses between the tries to write one entry, in milliseconds. */
const pauses = [100, 1000] as const;

/** Entries in the order in which they came, one after the other; `flush` waits for all of them and tells what failed. */
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
      // Told with the error of the last try.
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  await write(entry);
}

/** All tenants and all times at once is a mistake, or not ours to do. */
export function checkErased({ tenant, until }: WantedEntries): void {
  if (tenant === undefined && until === undefined)
    throw new TypeError('`erase` needs a `tenant` or an `until`; drop the table to erase everything');
}

/** One entry as JSON, its values being JSON already. */
export function entryText(fields: Fields): string {
  return `{${[...fields].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
}
