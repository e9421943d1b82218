import type { CountsEntry, Tail } from '@permesso/protocol/entry';
import { leftOutCount } from '@permesso/protocol/proof';
import type { SentBatch, SentEntry } from './read-batch.ts';

export interface Finding {
  /** `miscounted`: what an agent says it left out is not what is missing. */
  readonly what: 'gap' | 'unlinked' | 'changed' | 'foreign' | 'forked' | 'miscounted';
  readonly first: number | null;
  readonly last: number | null;
}

export type Followed =
  /** Something before it has not arrived: send from there. */
  | { readonly expected: number }
  | {
      /** Those that were not known, in their order. */
      readonly fresh: readonly SentEntry[];
      readonly findings: readonly Finding[];
      readonly head: Tail;
    };

export interface FollowOptions {
  readonly head: Tail;
  /** What is missing is gone for good, says the agent: go on behind it. */
  readonly acceptGap: boolean;
}

/** Whether a batch goes on where the last one ended. What is wrong with it is found, not refused: evidence is kept. */
export function followChain(batch: SentBatch, { head, acceptGap }: FollowOptions): Followed {
  const fresh = batch.entries.filter(({ entry }) => entry.seq > head.seq);
  const changed = new Set(batch.changed.filter((seq) => seq > head.seq));
  const spans = fresh.flatMap(({ entry }) => (entry.type === 'counts' ? [entry] : []));
  // It counts what is stored already: from where it is wanted, the agent counts again.
  if (spans.some(({ counts }) => counts.first <= head.seq)) return { expected: head.seq + 1 };
  const lowest = Math.min(
    fresh[0]?.entry.seq ?? Infinity,
    ...spans.map(({ counts }) => counts.first),
    ...changed,
  );
  if (lowest > head.seq + 1 && lowest !== Infinity && !acceptGap) return { expected: head.seq + 1 };
  const findings: Finding[] = [...forks(batch, head)];
  for (const seq of changed) findings.push({ what: 'changed', first: seq, last: seq });
  if (batch.foreign > 0) findings.push({ what: 'foreign', first: null, last: null });
  let at = head;
  const kept: SentEntry[] = [];
  for (const sent of fresh) {
    const { seq } = sent.entry;
    // Out of order inside of one batch: it was taken already.
    if (seq <= at.seq) continue;
    findings.push(...between(at, sent, { changed, spans }));
    kept.push(sent);
    at = { seq, hash: hashAfter(sent) };
  }
  for (const span of spans) findings.push(...miscounted(span, { kept, changed }));
  return { fresh: kept, findings, head: at };
}

/** The entry that is known to be the last, sent again as another one: there are two chains. */
function forks({ entries }: SentBatch, head: Tail): readonly Finding[] {
  const again = entries.find(({ entry }) => entry.seq === head.seq);
  if (again === undefined || again.entry.hash === head.hash) return [];
  return [{ what: 'forked', first: head.seq, last: head.seq }];
}

/** Of the chain on the agent's disk: a line of counts stands for the last entry that it counts. */
function hashAfter({ entry }: SentEntry): string {
  return entry.type === 'counts' ? entry.counts.after : entry.hash;
}

interface Known {
  readonly changed: ReadonlySet<number>;
  /** Where the agent says what it left out. */
  readonly spans: readonly CountsEntry[];
}

function between(
  at: Tail,
  { entry: { seq, prev } }: SentEntry,
  { changed, spans }: Known,
): readonly Finding[] {
  const span = spans.find(({ seq: last, counts: { first } }) => first <= at.seq + 1 && at.seq + 1 <= last);
  const begins = span?.counts.first === at.seq + 1;
  if (begins && span.counts.before !== at.hash)
    return [{ what: 'unlinked', first: at.seq, last: at.seq + 1 }];
  const isDeclared = (each: number): boolean =>
    spans.some(({ seq: last, counts: { first } }) => first <= each && each <= last);
  const missing = range(at.seq + 1, seq - 1).filter((each) => !changed.has(each) && !isDeclared(each));
  const [first] = missing;
  if (first !== undefined) return [{ what: 'gap', first, last: missing.at(-1) ?? first }];
  if (seq === at.seq + 1 && prev !== at.hash) return [{ what: 'unlinked', first: seq - 1, last: seq }];
  return [];
}

/** Each number of the span was sent, was changed, or is counted: an agent that counts more or fewer says something else. */
function miscounted(
  { seq: last, counts }: CountsEntry,
  { kept, changed }: { readonly kept: readonly SentEntry[]; readonly changed: ReadonlySet<number> },
): readonly Finding[] {
  const { first } = counts;
  const isInside = (seq: number): boolean => first <= seq && seq <= last;
  const sent = kept.filter(({ entry }) => entry.type !== 'counts' && isInside(entry.seq)).length;
  const known = sent + [...changed].filter(isInside).length;
  return last - first + 1 - known === leftOutCount(counts) ? [] : [{ what: 'miscounted', first, last }];
}

/** Bounded: only its ends are of interest where it is long. */
function range(first: number, last: number): readonly number[] {
  if (last < first) return [];
  if (last - first > 10_000) return [first, last];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
