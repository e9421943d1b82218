import { definedFields } from '@permesso/engine/call';
import { parseEntry } from '@permesso/protocol/entry';
import {
  type AgentNames,
  agentNames,
  standingsIn,
  readLogFrom,
  type LoggedBatch,
} from '../../audit/index.ts';
import type { Database } from '../../database/database.ts';
import { queries, type Connection } from '../../database/query.ts';
import { streamPurpose } from '../../secrets/seal-purposes.ts';
import { unseal, type SealKeys } from '../../secrets/seal.ts';
import { pauseAfter } from '../../notifications/index.ts';
import type { AdminEntry, StreamRecord } from './stream-record.ts';
import { sendBatch, type StreamSending, type StreamTarget } from './stream-target.ts';

const sql = queries(import.meta.dirname);
const organisationsStreaming = sql<{ organisation: string }>('organisations-streaming.sql');
const claimStreams = sql<Claimed>('claim-streams.sql');
const advanceStream = sql<never, { id: string; from: number; next: number; seconds: number }>(
  'advance-stream.sql',
);
const failStream = sql<never, { id: string; error: string; seconds: number }>('fail-stream.sql');

interface Claimed {
  readonly id: string;
  readonly sealedTarget: Buffer;
  readonly leaf: number;
  readonly attempts: number;
}

interface LoggedRecord {
  readonly leaf: number;
  readonly kind: AdminEntry['type'];
  readonly line: string;
  readonly at: Date;
  readonly organisation: string;
  readonly person: string | null;
}

const logRecords = sql<LoggedRecord, { from: number; before: number }>('log-records.sql');
const mostRecords = 1000;

export interface PushOptions extends StreamSending {
  readonly database: Database;
  readonly secret: SealKeys;
}

/** The most sent at once, in whole batches. */
const mostEntries = 2000;
/** Limits how long one stream delays the others. */
const mostRounds = 20;

/**
 * Pushes entries in the order of the log. At least once and without gaps: the position moves only after the receiver
 * has accepted everything before it, and is in the database, so any server can send next.
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
      // Entries may be past retention: then only the position moves.
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
  const before = batches.length === 0 ? Number.MAX_SAFE_INTEGER : next;
  const done = await logRecords(on, { from: leaf, before });
  // More acts than fit at once: entries after them wait for the next round.
  const isCut = done.length === mostRecords;
  const last = done.at(-1)?.leaf ?? leaf;
  const until = isCut || batches.length === 0 ? (done.length === 0 ? leaf : last + 1) : next;
  const sent = batches.filter((batch) => batch.leaf < until);
  const agents = [...new Set(sent.map(({ agent }) => agent))];
  const whose = new Map((await agentNames(on, { agents })).map((each) => [each.agent, each]));
  const records = done.map(adminRecord);
  for (const batch of sent) records.push(...(await recordsOf(on, batch, whose.get(batch.agent))));
  return { records: records.toSorted((a, b) => a.leaf - b.leaf), next: until };
}

/** Without a machine: it was done on the server. */
function adminRecord({ leaf, kind, line, at, organisation, person }: LoggedRecord): StreamRecord {
  return {
    organisation,
    project: '',
    machine: 'team server',
    agent: '',
    owner: null,
    ...(person === null ? {} : { person }),
    policyVersion: null,
    receivedAt: at.toISOString(),
    leaf,
    entry: { type: kind, at: at.toISOString(), record: JSON.parse(line) as unknown },
  };
}

async function recordsOf(
  on: Connection,
  batch: LoggedBatch,
  whose: AgentNames | undefined,
): Promise<readonly StreamRecord[]> {
  if (whose === undefined) throw new Error(`leaf ${batch.leaf} is of an agent that is not known`);
  const { agent, receivedAt, leaf } = batch;
  const entries = batch.entries.flatMap(({ line }) => parseEntry(line) ?? []);
  const standings = await standingsIn(
    on,
    entries.map((entry) => ({ agent, receivedAt, entry })),
  );
  return entries.map((entry, at) => {
    const { by, isFar } = standings[at] ?? {};
    const named = 'by' in entry ? entry.by : undefined;
    return {
      ...whose,
      ...(named === undefined ? {} : by === 'attested' ? { person: named } : { claimedBy: named }),
      ...definedFields({ isFar }),
      receivedAt: receivedAt.toISOString(),
      leaf,
      entry,
    };
  });
}
