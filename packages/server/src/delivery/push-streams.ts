import { parseEntry } from '@permesso/protocol/entry/chain';
import type { Database } from '../database/database.ts';
import { query } from '../database/query.ts';
import { unseal, type SealKeys } from '../secrets/seal.ts';
import { pauseAfter } from './deliver.ts';
import type { StreamRecord } from './stream-record.ts';
import { sendBatch, type StreamSending, type StreamTarget } from './stream-target.ts';

const folder = import.meta.dirname;
const organisationsStreaming = query<{ readonly organisation: string }>(
  folder,
  'organisations-streaming.sql',
);
const claimStreams = query<Claimed>(folder, 'claim-streams.sql');
const batchesFrom = query<{ readonly leaf: number; readonly entries: number }, { readonly leaf: number }>(
  folder,
  'batches-from.sql',
);
const entriesOfLeaves = query<EntryOfLeaf, { readonly from: number; readonly to: number }>(
  folder,
  'entries-of-leaves.sql',
);
const advanceStream = query<
  never,
  { readonly id: string; readonly from: number; readonly next: number; readonly seconds: number }
>(folder, 'advance-stream.sql');
const failStream = query<never, { readonly id: string; readonly error: string; readonly seconds: number }>(
  folder,
  'fail-stream.sql',
);

interface Claimed {
  readonly id: string;
  readonly sealedTarget: Buffer;
  readonly leaf: number;
  readonly attempts: number;
}

interface EntryOfLeaf extends Omit<StreamRecord, 'entry' | 'receivedAt' | 'person'> {
  readonly receivedAt: Date;
  readonly line: string;
}

export interface PushOptions extends StreamSending {
  readonly database: Database;
  readonly secret: SealKeys;
}

/** So much goes at once, in whole batches. */
const mostEntries = 2000;
/** One stream does not keep others waiting for longer. */
const mostRounds = 20;

export function streamPurpose(organisation: string): string {
  return `target of a stream of ${organisation}`;
}

/**
 * Pushes entries in the order of the log. At least once and without a gap: the position moves after the other side took
 * what lies before it, and is in the database, so it does not matter who sends next.
 */
export async function pushStreams(options: PushOptions): Promise<void> {
  const { database } = options;
  for (const { organisation } of await organisationsStreaming(database.system)) {
    const claimed = await database.asOrganisation(organisation, claimStreams);
    await Promise.all(claimed.map((each) => pushStream(each, organisation, options)));
  }
}

async function pushStream(claimed: Claimed, organisation: string, options: PushOptions): Promise<void> {
  const { database, secret } = options;
  const { id, sealedTarget, attempts } = claimed;
  let { leaf } = claimed;
  try {
    const text = unseal(sealedTarget, streamPurpose(organisation), secret).toString();
    const target = JSON.parse(text) as StreamTarget;
    for (let round = 0, isMore = true; isMore && round < mostRounds; round++) {
      const from = leaf;
      const last = await lastLeaf(database, organisation, from);
      isMore = last !== undefined;
      if (last !== undefined) {
        const records = await recordsOf(database, organisation, { from, to: last });
        // Entries may be gone by their age: then only the position moves.
        if (records.length > 0) await sendBatch(target, { records, leaf: from }, options);
        leaf = last + 1;
      }
      await database.asOrganisation(organisation, (on) =>
        advanceStream(on, { id, from, next: leaf, seconds: isMore && round < mostRounds - 1 ? 60 : 1 }),
      );
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    await database.asOrganisation(organisation, (on) =>
      failStream(on, { id, error: why.slice(0, 500), seconds: pauseAfter(attempts + 1) }),
    );
  }
}

/** The last of the leaves that go together; nothing where there is none. */
async function lastLeaf(database: Database, organisation: string, leaf: number): Promise<number | undefined> {
  const batches = await database.asOrganisation(organisation, (on) => batchesFrom(on, { leaf }));
  let [last, sum] = [batches[0]?.leaf, 0];
  for (const batch of batches) {
    sum += batch.entries;
    if (sum > mostEntries && batch.leaf !== batches[0]?.leaf) break;
    last = batch.leaf;
  }
  return last;
}

async function recordsOf(
  database: Database,
  organisation: string,
  leaves: { readonly from: number; readonly to: number },
): Promise<readonly StreamRecord[]> {
  const rows = await database.asOrganisation(organisation, (on) => entriesOfLeaves(on, leaves));
  return rows.flatMap(({ line, receivedAt, ...whose }) => {
    const entry = parseEntry(line);
    if (entry === undefined) return [];
    const person = 'by' in entry ? entry.by : undefined;
    return [
      { ...whose, ...(person === undefined ? {} : { person }), receivedAt: receivedAt.toISOString(), entry },
    ];
  });
}
