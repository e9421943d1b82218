import { type LogEntry, parseEntry } from '@permesso/protocol/entry';
import { logFiles } from './log-files.ts';
import { linesBackwards } from './lines-backwards.ts';
import { fileSize, readLines } from './read-lines.ts';

export interface ReadLogOptions {
  /** Called now and then with how much has been read. */
  readonly progress?: (done: Progress) => void;
}

export interface Progress {
  readonly bytes: number;
  readonly ofBytes: number;
  readonly entries: number;
}

const often = 20_000;
const chunk = 256 * 1024;

/** Every entry of a log, oldest first, one at a time. Skips what is not an entry; `verify` reports that. */
export function* readLog(directory: string, { progress }: ReadLogOptions = {}): Generator<LogEntry> {
  const files = logFiles(directory).map((path) => ({ path, size: fileSize(path) }));
  const ofBytes = files.reduce((sum, { size }) => sum + size, 0);
  let before = 0;
  let entries = 0;
  for (const { path, size } of files) {
    for (const line of readLines(path)) {
      const entry = line.whole ? parseEntry(line.bytes.toString('utf8')) : undefined;
      if (entry === undefined) continue;
      entries += 1;
      if (entries % often === 0) progress?.({ bytes: before + line.end, ofBytes, entries });
      yield entry;
    }
    before += size;
  }
}

/** The newest entries first, read on demand: reading the end of a long log costs no more than the end. */
export function* readLogBackwards(directory: string): Generator<LogEntry> {
  for (const path of logFiles(directory).toReversed()) yield* readBackwards(path);
}

function* readBackwards(path: string): Generator<LogEntry> {
  const pieces = linesBackwards({ size: fileSize(path), path: () => path, first: chunk, others: chunk });
  for (const piece of pieces)
    for (const line of piece.toString('utf8').split('\n').slice(0, -1).toReversed()) {
      const entry = parseEntry(line);
      if (entry !== undefined) yield entry;
    }
}
