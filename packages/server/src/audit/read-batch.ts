import { gunzipSync } from 'node:zlib';
import { readLine, type LogEntry } from 'permesso/team';
import { Problem } from '../route/problem.ts';

/** A line of an agent's log that is whole: its hash is that of its text. */
export interface SentEntry {
  readonly entry: LogEntry;
  readonly line: string;
}

export interface SentBatch {
  readonly entries: readonly SentEntry[];
  /** Numbers of lines that look like entries and were changed, and how many are no entries at all. */
  readonly changed: readonly number[];
  readonly foreign: number;
}

const mostInflated = 32 * 1024 * 1024;
const mostLines = 10_000;
const lineBreak = 0x0a;

/** Lines as an agent sends them: the same bytes as in its log. */
export function readBatch(bytes: Buffer, encoding: string | undefined): SentBatch {
  const text = inflate(bytes, encoding);
  const entries: SentEntry[] = [];
  const changed: number[] = [];
  let foreign = 0;
  for (let start = 0; start < text.length;) {
    const found = text.indexOf(lineBreak, start);
    const end = found === -1 ? text.length : found;
    const bytesOfLine = text.subarray(start, end);
    start = end + 1;
    if (bytesOfLine.length === 0) continue;
    if (entries.length + changed.length + foreign >= mostLines)
      throw new Problem(413, `at most ${mostLines} entries at once`);
    const read = readLine(bytesOfLine);
    if (read.is === 'entry') entries.push({ entry: read.entry, line: bytesOfLine.toString('utf8') });
    else if (read.is === 'changed') changed.push(read.seq);
    else foreign += 1;
  }
  return { entries, changed, foreign };
}

/** Bounded: a few bytes may inflate to all the memory there is. */
function inflate(bytes: Buffer, encoding: string | undefined): Buffer {
  if (encoding === undefined || encoding === 'identity') return bytes;
  if (encoding !== 'gzip') throw new Problem(415, 'send the lines plain or as gzip');
  try {
    return gunzipSync(bytes, { maxOutputLength: mostInflated });
  } catch (error) {
    const isTooLong = error instanceof RangeError;
    throw new Problem(isTooLong ? 413 : 400, isTooLong ? 'it inflates to too much' : 'it is no gzip');
  }
}
