import { parseJson } from '@permesso/engine/call';
import { hash } from 'node:crypto';
import { logVersion, type LogEntry } from './log-entry.ts';

/** The last entry of a chain. */
export interface Tail {
  readonly seq: number;
  readonly hash: string;
}

export const emptyTail: Tail = { seq: 0, hash: '0'.repeat(64) };

export interface SealedLine extends Tail {
  /** Including its line break. */
  readonly line: string;
}

/** Fields by name as canonical JSON, without those that the chain adds. */
export type Fields = ReadonlyMap<FieldName, string>;

/** The fields of a line, except its own hash. */
export type FieldName = Exclude<
  LogEntry extends infer E ? (E extends LogEntry ? keyof E : never) : never,
  'hash'
>;

/** Chains an entry: adds the next number, the hash of the previous line, and its own hash last. */
export function seal(fields: Fields, { seq: before, hash: prev }: Tail): SealedLine {
  const seq = before + 1;
  const whole = new Map<FieldName, string>(fields)
    .set('prev', `"${prev}"`)
    .set('seq', `${seq}`)
    .set('v', `${logVersion}`);
  const text = `{${[...whole.keys()]
    .toSorted()
    .map((name) => `"${name}":${whole.get(name)}`)
    .join(',')}`;
  const own = sha256(`${text}}`);
  return { seq, hash: own, line: `${text},"hash":"${own}"}\n` };
}

export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex');
}

const suffixLength = ',"hash":""}'.length + 64;
const closing = 0x7d;

/** The result of reading a line, whose bytes exclude the line break. */
export type ReadLine =
  | { readonly is: 'entry'; readonly entry: LogEntry }
  /** It is shaped like an entry, but its hash does not match. */
  | { readonly is: 'changed'; readonly seq: number; readonly hash: string }
  | { readonly is: 'foreign' };

export function readLine(bytes: Uint8Array): ReadLine {
  const line = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entry = parseEntry(line.toString('utf8'));
  if (entry === undefined) return { is: 'foreign' };
  const suffix = line.toString('latin1', line.length - suffixLength);
  if (suffix === `,"hash":"${entry.hash}"}` && sha256(bodyOf(line)) === entry.hash)
    return { is: 'entry', entry };
  return { is: 'changed', seq: entry.seq, hash: entry.hash };
}

/** The line before its own hash was inserted. */
function bodyOf(line: Buffer): Buffer {
  const body = Buffer.allocUnsafe(line.length - suffixLength + 1);
  line.copy(body, 0, 0, line.length - suffixLength);
  body[line.length - suffixLength] = closing;
  return body;
}

/** Checks only what the chain needs; the schema checks the rest. */
export function parseEntry(text: string): LogEntry | undefined {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null) return undefined;
  const entry = value as { readonly [K in keyof LogEntry]?: unknown };
  const whole =
    Number.isSafeInteger(entry.seq) &&
    typeof entry.hash === 'string' &&
    typeof entry.prev === 'string' &&
    typeof entry.at === 'string' &&
    typeof entry.type === 'string';
  return whole ? (value as LogEntry) : undefined;
}
