import { searchFields } from '@permesso/protocol/entry';
import type { SentEntry } from './read-batch.ts';

/**
 * The entries in COPY's text format: one line each, fields separated by tabs. Built from bytes: converting an agent's
 * data to strings would be most of the cost of storing it.
 */
export function copyRows(
  entries: readonly SentEntry[],
  {
    organisation,
    agent,
    receivedAt,
  }: { readonly organisation: string; readonly agent: string; readonly receivedAt: string },
): Buffer {
  const start = `${organisation}\t${agent}\t`;
  const isTime = timeChecker();
  const heads = entries.map(({ entry }) => {
    const { type, verdict, tool, session } = searchFields(entry);
    const at = isTime(entry.at) ? entry.at : missing;
    return `${start}${entry.seq}\t${receivedAt}\t${at}\t${field(type)}\t${field(verdict)}\t${field(tool)}\t${field(session)}\t`;
  });
  let most = 0;
  // At most three bytes per UTF-16 unit of the head, two per byte of a line, and a line break.
  for (const [at, { line }] of entries.entries()) most += (heads[at]?.length ?? 0) * 3 + line.length * 2 + 1;
  const rows = Buffer.allocUnsafe(most);
  let end = 0;
  for (const [at, { line }] of entries.entries()) {
    end += rows.write(heads[at] ?? '', end);
    end = copyEscaped(line, rows, end);
    rows[end++] = lineBreak;
  }
  return rows.subarray(0, end);
}

export const copyColumns = 'organisation, agent, seq, received_at, at, type, verdict, tool, session, line';

const missing = '\\N';
const special = /[\\\p{Cc}]/u;
const lineBreak = 0x0a;
const backslash = 0x5c;
const tab = 0x09;
const carriageReturn = 0x0d;

function field(text: string | undefined): string {
  if (text === undefined) return missing;
  if (!special.test(text)) return text;
  return text
    .replaceAll('\\', '\\\\')
    .replaceAll('\t', '\\t')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r');
}

/** A line is JSON, so it contains no null and no line break; tabs and returns may be between tokens. */
function copyEscaped(line: Buffer, into: Buffer, at: number): number {
  let end = at;
  const isPlain = !line.includes(tab) && !line.includes(carriageReturn);
  let from = 0;
  if (isPlain)
    for (let found = line.indexOf(backslash); found !== -1; found = line.indexOf(backslash, from)) {
      end += line.copy(into, end, from, found + 1);
      into[end++] = backslash;
      from = found + 1;
    }
  if (isPlain) return end + line.copy(into, end, from);
  for (const byte of line) {
    if (byte === backslash || byte === tab || byte === carriageReturn) into[end++] = backslash;
    into[end++] = byte === tab ? 0x74 : byte === carriageReturn ? 0x72 : byte;
  }
  return end;
}

const time = /^(?!0000)\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?Z$/;

/** Whether the database accepts it as a timestamp: one that it rejects would block a whole batch forever. */
function timeChecker(): (at: string) => boolean {
  let known = '';
  return (at) => {
    if (!time.test(at)) return false;
    const day = at.slice(0, 10);
    if (day === known) return true;
    // 31 February is parsed as a day in March.
    const read = Date.parse(`${day}T00:00:00Z`);
    if (Number.isNaN(read) || new Date(read).toISOString().slice(0, 10) !== day) return false;
    known = day;
    return true;
  };
}
