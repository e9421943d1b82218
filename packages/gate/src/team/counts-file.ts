import { parseJson } from '@permesso/engine/call';
import { replaceFile } from '../disk/replace-file.ts';
import { readText } from '../disk/read-text.ts';
import { sum, type Tally } from './count-decisions.ts';

/** How a version performs on this machine, as the server counts it. */
export interface Count extends Tally {
  /** `baseline` for the organization's baseline; absent for the project's policy. */
  readonly of?: 'baseline';
  readonly version: number;
  /** Whether it decided the calls, or was only evaluated beside the one that did. */
  readonly obeyed: boolean;
}

export interface Batch {
  /** The server counts each number once, however often it arrives. */
  readonly sequence: number;
  readonly counts: readonly Count[];
  /** It may have arrived: from now on it is resent unchanged or not at all. */
  readonly tried?: true;
}

export interface Counting {
  /** The roll-out step that this is about. */
  readonly step: string;
  /** The last log entry that was counted. */
  readonly seq: number;
  readonly sequence: number;
  readonly waiting: readonly Batch[];
}

/** More than the server accepts from one agent at once. */
const mostCounted = 100_000;

/** One batch waits for the server, however long it is unreachable; a second if the first may have arrived. */
export function withCounts(before: Counting, counts: readonly Count[]): Counting {
  if (counts.length === 0) return before;
  const last = before.waiting.at(-1);
  if (last !== undefined && last.tried === undefined && isSameKind(last.counts, counts)) {
    const joined = last.counts.map((one, at) => atMost({ ...one, ...sum(one, counts[at] ?? one) }));
    return { ...before, waiting: [...before.waiting.slice(0, -1), { ...last, counts: joined }] };
  }
  const sequence = Math.max(before.sequence + 1, Date.now());
  return { ...before, sequence, waiting: [...before.waiting.slice(-8), { sequence, counts }] };
}

function isSameKind(a: readonly Count[], b: readonly Count[]): boolean {
  const kind = (counts: readonly Count[]): string =>
    JSON.stringify(counts.map(({ of, version, obeyed }) => [of, version, obeyed]));
  return kind(a) === kind(b);
}

function atMost(count: Count): Count {
  const share = Math.min(1, mostCounted / count.decisions);
  const scaled = (number: number): number => Math.floor(number * share);
  return {
    ...count,
    decisions: scaled(count.decisions),
    asks: scaled(count.asks),
    denials: scaled(count.denials),
  };
}

/** The batch to send now. */
export function takeFirst(file: string): Batch | undefined {
  const counting = readCounting(file);
  const [first, ...rest] = counting?.waiting ?? [];
  if (counting === undefined || first === undefined) return undefined;
  writeCounting(file, { ...counting, waiting: [{ ...first, tried: true }, ...rest] });
  return first;
}

export function forgetBatch(file: string, sequence: number): void {
  const counting = readCounting(file);
  if (counting === undefined) return;
  writeCounting(file, {
    ...counting,
    waiting: counting.waiting.filter((batch) => batch.sequence !== sequence),
  });
}

export function writeCounting(file: string, counting: Counting): void {
  replaceFile(file, { text: JSON.stringify(counting), mode: 0o600 });
}

/** Undefined if anything differs from how we write it: counting starts again. */
export function readCounting(file: string): Counting | undefined {
  const read = readText(file);
  if (!('text' in read)) return undefined;
  const said = (parseJson(read.text) ?? {}) as Partial<Counting>;
  const isWhole =
    typeof said.step === 'string' &&
    Number.isSafeInteger(said.seq) &&
    Number.isSafeInteger(said.sequence) &&
    Array.isArray(said.waiting);
  return isWhole ? (said as Counting) : undefined;
}
