import { parseJson } from '@permesso/engine/call';
import { replaceFile } from '../disk/replace-file.ts';
import { readText } from '../disk/read-text.ts';
import { sum, type Tally } from './count-decisions.ts';

/** How a version does here, as the server counts it. */
export interface Count extends Tally {
  /** Of the organisation's baseline; of the project's policy when absent. */
  readonly of?: 'baseline';
  readonly version: number;
  /** Whether calls were decided by it, or beside the one that decided them. */
  readonly obeyed: boolean;
}

export interface Batch {
  /** The server counts a number once, however often it comes. */
  readonly sequence: number;
  readonly counts: readonly Count[];
  /** It may have arrived: from then on it is sent as it is or not at all. */
  readonly tried?: true;
}

export interface Counting {
  /** Which step of which roll-out this is about. */
  readonly step: string;
  /** The last entry of the log that is counted. */
  readonly seq: number;
  readonly sequence: number;
  readonly waiting: readonly Batch[];
}

/** More than the server takes of one agent at once, and far more than it weighs. */
const mostCounted = 100_000;

/** One batch waits for the server, however long it is away; one more if the first may have arrived. */
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

/** The batch that is sent now. */
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

/** Nothing where something is not as we would have written it: counting begins again. */
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
