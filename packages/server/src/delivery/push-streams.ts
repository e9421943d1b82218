import { parseEntry } from '@permesso/protocol/entry/chain';
import { readLogFrom, type LoggedBatch } from '../audit/follow-log.ts';
import type { Database } from '../database/database.ts';
import { query, type Connection } from '../database/query.ts';
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
const whoseAgents = query<Whose, { readonly agents: readonly string[] }>(folder, 'whose-agents.sql');
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

type Whose = Omit<StreamRecord, 'entry' | 'leaf' | 'receivedAt' | 'person'>;

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
      const { records, next } = await database.asOrganisation(organisation, (on) => readRecords(on, from));
      isMore = next > from;
      // Entries may be gone by their age: then only the position moves.
      if (records.length > 0) await sendBatch(target, { records, leaf: from }, options);
      leaf = next;
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

async function readRecords(
  on: Connection,
  leaf: number,
): Promise<{ readonly records: readonly StreamRecord[]; readonly next: number }> {
  const { batches, next } = await readLogFrom(on, { leaf, most: mostEntries });
  const agents = [...new Set(batches.map(({ agent }) => agent))];
  const whose = new Map((await whoseAgents(on, { agents })).map((each) => [each.agent, each]));
  return { records: batches.flatMap((batch) => recordsOf(batch, whose.get(batch.agent))), next };
}

function recordsOf(batch: LoggedBatch, whose: Whose | undefined): readonly StreamRecord[] {
  if (whose === undefined) throw new Error(`leaf ${batch.leaf} is of an agent that is not known`);
  const receivedAt = batch.receivedAt.toISOString();
  return batch.entries.flatMap(({ line }) => {
    const entry = parseEntry(line);
    if (entry === undefined) return [];
    const person = 'by' in entry ? entry.by : undefined;
    return [{ ...whose, ...(person === undefined ? {} : { person }), receivedAt, leaf: batch.leaf, entry }];
  });
}
