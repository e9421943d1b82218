import { readLine } from '@permesso/protocol/entry';
import { logFiles } from '../log/file/log-files.ts';
import { fileSize, readBytes, readLines } from '../log/file/read-lines.ts';

const mostLines = 1000;
const mostBytes = 2 * 1024 * 1024;

/** A run of consecutive log lines. */
export interface LogRun {
  /** Lines including their line breaks. */
  readonly text: string;
  /** The number of its last line. */
  readonly last: number;
  /** The number of its last valid entry, or 0: a changed line is reported and never stored. */
  readonly entry: number;
}

/** What was written after an entry, up to the end of the log when it is reached. */
export function* runsAfter(logDirectory: string, seq: number): Generator<LogRun> {
  let lines: string[] = [];
  let bytes = 0;
  let last = seq;
  let entry = 0;
  for (const file of logFiles(logDirectory))
    for (const line of readLines(file, { offset: placeBefore(file, seq), number: 1 })) {
      if (!line.whole) continue;
      const read = readLine(line.bytes);
      const number = read.is === 'entry' ? read.entry.seq : read.is === 'changed' ? read.seq : undefined;
      if (number === undefined || number <= seq) continue;
      lines.push(`${line.bytes.toString('utf8')}\n`);
      bytes += line.bytes.length;
      last = Math.max(last, number);
      if (read.is === 'entry') entry = Math.max(entry, number);
      if (lines.length < mostLines && bytes < mostBytes) continue;
      yield { text: lines.join(''), last, entry };
      lines = [];
      bytes = 0;
      entry = 0;
    }
  if (lines.length > 0) yield { text: lines.join(''), last, entry };
}

const firstPiece = 256 * 1024;

/**
 * The start of a line before which everything was sent: finding it costs what is unsent, not the size of the file.
 */
function placeBefore(file: string, seq: number): number {
  const size = fileSize(file);
  for (let piece = firstPiece; piece < size; piece *= 4) {
    const bytes = readBytes(file, size - piece, size);
    // The chunk starts within a line.
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
