import { gzipSync } from 'node:zlib';
import { join } from 'node:path';
import { readLine } from '@permesso/protocol/entry/chain';
import { logFiles } from '../log/file/log-files.ts';
import { readLogBackwards } from '../log/file/read-log.ts';
import { fileSize, readBytes, readLines } from '../log/file/read-lines.ts';
import { replaceFile } from '../storage/replace-file.ts';
import { readText } from '../storage/read-text.ts';
import type { Membership } from './membership.ts';
import { askServer } from './server-request.ts';

/**
 * How many entries were sent to the team server, and up to which one it has them.
 *
 * @example
 * ```ts
 * import { sendLog, teamDirectory, type Membership, type SentLog } from 'permesso/team';
 * const report = async (membership: Membership): Promise<string> => {
 *   const { sent, seq }: SentLog = await sendLog('/var/log/app', teamDirectory(), membership);
 *   return `${sent} sent, stored up to ${seq}`;
 * };
 * ```
 */
export interface SentLog {
  /** The last entry that the server has stored for good. */
  readonly seq: number;
  readonly sent: number;
}

const mostLines = 1000;
const mostBytes = 2 * 1024 * 1024;
const shippedName = 'shipped.json';

/**
 * Sends what the server has not acknowledged. The log on disk is the spool: nothing is kept twice, and what cannot be
 * sent now is sent later.
 *
 * @example
 * ```ts
 * import { sendLog, teamDirectory, type Membership } from 'permesso/team';
 * const send = async (membership: Membership): Promise<number> =>
 *   (await sendLog('/var/log/app', teamDirectory(), membership)).sent;
 * ```
 */
export async function sendLog(
  logDirectory: string,
  directory: string,
  membership: Membership,
): Promise<SentLog> {
  let acknowledged = readShipped(directory);
  let sent = 0;
  // Asked back: the server knows less than we thought, so from there again.
  for (let askedBack = 0, isDone = false; !isDone;) {
    isDone = true;
    for (const batch of batchesAfter(logDirectory, acknowledged)) {
      // If what it asks for is gone here, it is a gap, and said to be one.
      const reply = await sendBatch(batch.text, membership, askedBack > 1);
      const said = reply.json();
      if (reply.status === 409 && typeof said['expected'] === 'number' && askedBack <= 2) {
        askedBack += 1;
        acknowledged = said['expected'] - 1;
        isDone = false;
        break;
      }
      if (reply.status !== 200 || typeof said['seq'] !== 'number')
        throw new Error(`the server took no events: ${reply.why()}`);
      askedBack = 0;
      sent += Number(said['stored'] ?? 0);
      acknowledged = Math.max(acknowledged, said['seq'], batch.last);
      writeShipped(directory, acknowledged);
    }
  }
  const here = lastSeq(logDirectory);
  if (here < acknowledged)
    throw new Error(
      `the server has ${acknowledged} entries of this agent and the log here ends with ${here}: it was begun again, and its entries cannot be told from those; join the team again`,
    );
  return { seq: acknowledged, sent };
}

async function sendBatch(
  text: string,
  membership: Membership,
  acceptGap: boolean,
): Promise<Awaited<ReturnType<typeof askServer>>> {
  return await askServer(membership, {
    method: 'POST',
    path: `/v1/agent/entries${acceptGap ? '?gap=accept' : ''}`,
    ...packedLines(Buffer.from(text)),
    patience: 30_000,
  });
}

/** One or two entries go as they are: packing saves a quarter of their bytes and costs both sides more than sending them. */
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

/** A server that was restored may have lost what it acknowledged: sent the last entry again, it says from where. */
export function sendLastAgain(directory: string): void {
  const seq = readShipped(directory);
  if (seq > 0) writeShipped(directory, seq - 1);
}

export function lastSeq(logDirectory: string): number {
  for (const { seq } of readLogBackwards(logDirectory)) return seq;
  return 0;
}

interface Batch {
  readonly text: string;
  /** The number of the last entry in it. */
  readonly last: number;
}

/** What was written after an entry, up to the end that the log has when it is reached. */
function* batchesAfter(logDirectory: string, seq: number): Generator<Batch> {
  let lines: string[] = [];
  let bytes = 0;
  let last = seq;
  for (const file of logFiles(logDirectory))
    for (const line of readLines(file, { offset: placeBefore(file, seq), number: 1 })) {
      if (!line.whole) continue;
      const read = readLine(line.bytes);
      const number = read.is === 'entry' ? read.entry.seq : read.is === 'changed' ? read.seq : undefined;
      if (number === undefined || number <= seq) continue;
      lines.push(`${line.bytes.toString('utf8')}\n`);
      bytes += line.bytes.length;
      last = Math.max(last, number);
      if (lines.length < mostLines && bytes < mostBytes) continue;
      yield { text: lines.join(''), last };
      lines = [];
      bytes = 0;
    }
  if (lines.length > 0) yield { text: lines.join(''), last };
}

const firstPiece = 256 * 1024;

/** Where a line begins before which everything was sent: finding it costs what is unsent, not what the file holds. */
function placeBefore(file: string, seq: number): number {
  const size = fileSize(file);
  for (let piece = firstPiece; piece < size; piece *= 4) {
    const bytes = readBytes(file, size - piece, size);
    // The piece begins within a line.
    for (let begin = bytes.indexOf(0x0a) + 1, end = 0; begin > 0; begin = end + 1) {
      end = bytes.indexOf(0x0a, begin);
      if (end === -1) break;
      const read = readLine(bytes.subarray(begin, end));
      if (read.is !== 'entry') continue;
      if (read.entry.seq <= seq) return size - piece + begin;
      break;
    }
  }
  return 0;
}
