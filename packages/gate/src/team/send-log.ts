import { gzipSync } from 'node:zlib';
import { join } from 'node:path';
import { definedFields } from '@permesso/engine/call';
import { readLogBackwards } from '../log/file/read-log.ts';
import { replaceFile } from '../disk/replace-file.ts';
import { readText } from '../disk/read-text.ts';
import { runsAfter, type LogRun } from './log-runs.ts';
import type { Membership } from '../disk/membership.ts';
import { askServer, type ServerReply } from './server-request.ts';
import { readTaken, withTaken, writeTaken, type TakenEntries } from './taken-entries.ts';

/** How many entries were sent to the team server, and how far it has them. */
export interface SentLog {
  /** The last entry that the server has durably stored. */
  readonly seq: number;
  readonly sent: number;
}

const shippedName = 'shipped.json';

/**
 * Sends what the server has not stored. The log on disk is the spool: nothing is kept twice, and what cannot be sent
 * now is sent later. Entries that the server accepted but has not stored are sent again when it asks for them.
 *
 * @example
 * ```ts
 * import { sendLog, teamDirectory, type Membership } from '@permesso/gate/team';
 * const send = async (membership: Membership): Promise<number> =>
 *   (await sendLog('/var/log/app', teamDirectory(), membership)).sent;
 * ```
 */
export async function sendLog(
  logDirectory: string,
  directory: string,
  membership: Membership,
): Promise<SentLog> {
  const shipped = readShipped(directory);
  let at: Progress = { acknowledged: shipped, taken: readTaken(directory, shipped), sent: 0, askedBack: 0 };
  for (let isDone = false; !isDone;) {
    isDone = true;
    for (const batch of batchesAfter(logDirectory, at)) {
      // If the requested entries no longer exist here, that is reported as a gap.
      const sending = { after: at.taken?.after, acceptGap: at.askedBack > 1 };
      const next = afterReply(await sendBatch(batch.text, membership, sending), batch, at);
      writeShipped(directory, next.acknowledged);
      writeTaken(directory, next.taken);
      at = next;
      isDone = !next.isBack;
      if (next.isBack) break;
    }
  }
  const { acknowledged, sent } = at;
  const here = lastSeq(logDirectory);
  if (here < acknowledged)
    throw new Error(
      `the server has ${acknowledged} entries of this agent and the log here ends with ${here}: it was begun again, and its entries cannot be told from those; join the team again`,
    );
  return { seq: acknowledged, sent };
}

/** The server's progress, as far as it is known here. */
interface Progress {
  /** Stored by the server up to here. */
  readonly acknowledged: number;
  readonly taken: TakenEntries | undefined;
  readonly sent: number;
  /** How often it has asked for earlier entries without storing any since. */
  readonly askedBack: number;
}

/** Reads a reply, and decides whether to go back: the server may have less than we thought. */
function afterReply(
  reply: ServerReply,
  batch: LogRun,
  at: Progress,
): Progress & { readonly isBack: boolean } {
  const { status } = reply;
  const { seq, expected, after, ...said } = reply.json();
  if (status === 409 && typeof expected === 'number' && at.askedBack <= 2)
    return { ...at, acknowledged: expected - 1, taken: undefined, askedBack: at.askedBack + 1, isBack: true };
  if (typeof seq === 'number' && status === 202 && typeof after === 'string')
    // In transit: kept here until the server says that it is stored.
    return {
      acknowledged: Math.max(at.acknowledged, seq),
      taken: withTaken(at.taken, { batch, after, stored: seq }),
      sent: at.sent + Number(said['taken'] ?? 0),
      askedBack: 0,
      isBack: false,
    };
  if (typeof seq !== 'number' || status !== 200) throw new Error(`the server took no events: ${reply.why()}`);
  // Nothing is in transit any more. What was accepted but not stored was lost: start again from there.
  const isBack = seq < (at.taken?.entry ?? 0);
  const sent = at.sent + Number(said['stored'] ?? 0);
  const acknowledged = isBack ? seq : Math.max(at.acknowledged, seq, batch.last);
  return { acknowledged, taken: undefined, sent, askedBack: 0, isBack };
}

interface EntriesSending {
  /** What the server said about the last batch that it accepted. */
  readonly after: string | undefined;
  readonly acceptGap: boolean;
}

async function sendBatch(
  text: string,
  membership: Membership,
  { after, acceptGap }: EntriesSending,
): Promise<ServerReply> {
  const query = new URLSearchParams({ ...(acceptGap ? { gap: 'accept' } : {}), ...definedFields({ after }) });
  return await askServer(membership, {
    method: 'POST',
    path: `/v1/agent/entries${query.size === 0 ? '' : `?${query.toString()}`}`,
    ...packedLines(Buffer.from(text)),
    patience: 30_000,
  });
}

/**
 * One or two entries are sent uncompressed: compression saves a quarter of their bytes and costs both sides more than
 * sending them.
 */
const smallest = 2048;

function packedLines(lines: Buffer): {
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string>>;
} {
  const type = { 'content-type': 'application/x-ndjson' };
  if (lines.length < smallest) return { bytes: lines, headers: type };
  return { bytes: gzipSync(lines), headers: { ...type, 'content-encoding': 'gzip' } };
}

function readShipped(directory: string): number {
  const read = readText(join(directory, shippedName));
  if (!('text' in read)) return 0;
  const [, seq] = /^\{"seq":(\d{1,16})\}$/.exec(read.text.trim()) ?? [];
  return Number(seq ?? 0);
}

function writeShipped(directory: string, seq: number): void {
  replaceFile(join(directory, shippedName), { text: JSON.stringify({ seq }), mode: 0o600 });
}

/** A restored server may have lost what it acknowledged: resending the last entry makes it say where to continue. */
export function sendLastAgain(directory: string): void {
  const seq = readShipped(directory);
  writeTaken(directory, undefined);
  if (seq > 0) writeShipped(directory, seq - 1);
}

export function lastSeq(logDirectory: string): number {
  for (const { seq } of readLogBackwards(logDirectory)) return seq;
  return 0;
}

/**
 * What was written after the stored or accepted entries, up to the end of the log when it is reached. If there is
 * nothing, an empty batch asks whether the accepted ones are stored.
 */
function* batchesAfter(
  logDirectory: string,
  { acknowledged, taken }: Pick<Progress, 'acknowledged' | 'taken'>,
): Generator<LogRun> {
  let isAsked = taken === undefined;
  for (const run of runsAfter(logDirectory, taken?.seq ?? acknowledged)) {
    isAsked = true;
    yield run;
  }
  if (!isAsked && taken !== undefined) yield { text: '', last: taken.seq, entry: taken.entry };
}
