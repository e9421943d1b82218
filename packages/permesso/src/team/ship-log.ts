import { gzipSync } from 'node:zlib';
import { join } from 'node:path';
import { readLine } from '../record/chain.ts';
import { logFiles } from '../record/log-files.ts';
import { readLines } from '../record/read-lines.ts';
import { replaceFile } from '../world/replace-file.ts';
import { readText } from '../world/read-text.ts';
import type { Membership } from './membership.ts';
import { askServer } from './server-request.ts';

export interface Shipped {
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
 */
export async function shipLog(
  logDirectory: string,
  directory: string,
  membership: Membership,
): Promise<Shipped> {
  let acknowledged = readShipped(directory);
  let sent = 0;
  // Bounded: each round sends something, or learns once from where.
  for (let rounds = 0, askedBack = 0; rounds < 10_000; rounds++) {
    const batch = linesAfter(logDirectory, acknowledged);
    if (batch.count === 0) break;
    const reply = await send(batch.text, membership, askedBack > 1);
    const said = reply.json();
    if (reply.status === 409 && typeof said['expected'] === 'number') {
      // The server knows less than we thought: from there again. If that is gone here, it is a gap, and said to be one.
      askedBack += 1;
      acknowledged = said['expected'] - 1;
      continue;
    }
    if (reply.status !== 200 || typeof said['seq'] !== 'number')
      throw new Error(`the server took no events: ${reply.why()}`);
    askedBack = 0;
    sent += Number(said['stored'] ?? 0);
    acknowledged = Math.max(acknowledged, said['seq'], batch.last);
    replaceFile(join(directory, shippedName), { text: JSON.stringify({ seq: acknowledged }), mode: 0o600 });
  }
  return { seq: acknowledged, sent };
}

async function send(
  text: string,
  membership: Membership,
  acceptGap: boolean,
): Promise<Awaited<ReturnType<typeof askServer>>> {
  return await askServer(membership, {
    method: 'POST',
    path: `/v1/agent/events${acceptGap ? '?gap=accept' : ''}`,
    bytes: gzipSync(text),
    headers: { 'content-encoding': 'gzip', 'content-type': 'application/x-ndjson' },
    patience: 30_000,
  });
}

function readShipped(directory: string): number {
  const read = readText(join(directory, shippedName));
  if (!('text' in read)) return 0;
  const [, seq] = /^\{"seq":(\d{1,16})\}$/.exec(read.text.trim()) ?? [];
  return Number(seq ?? 0);
}

interface Batch {
  readonly text: string;
  readonly count: number;
  /** The number of the last entry in it. */
  readonly last: number;
}

function linesAfter(logDirectory: string, seq: number): Batch {
  const lines: string[] = [];
  let bytes = 0;
  let last = seq;
  for (const file of logFiles(logDirectory))
    for (const line of readLines(file)) {
      if (!line.whole) continue;
      const read = readLine(line.bytes);
      const number = read.is === 'entry' ? read.entry.seq : read.is === 'changed' ? read.seq : undefined;
      if (number === undefined || number <= seq) continue;
      lines.push(`${line.bytes.toString('utf8')}\n`);
      bytes += line.bytes.length;
      last = Math.max(last, number);
      if (lines.length >= mostLines || bytes >= mostBytes)
        return { text: lines.join(''), count: lines.length, last };
    }
  return { text: lines.join(''), count: lines.length, last };
}
