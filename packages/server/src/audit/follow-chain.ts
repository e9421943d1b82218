import type { Tail } from '@permesso/protocol/entry';
import type { SentBatch, SentEntry } from './read-batch.ts';

export interface Finding {
  readonly what: 'gap' | 'unlinked' | 'changed' | 'foreign' | 'forked';
  readonly first: number | null;
  readonly last: number | null;
}

export type Followed =
  /** An earlier entry has not arrived: send from there. */
  | { readonly expected: number }
  | {
      /** The new entries, in order. */
      readonly fresh: readonly SentEntry[];
      readonly findings: readonly Finding[];
      readonly head: Tail;
    };

export interface FollowOptions {
  readonly head: Tail;
  /** The agent states that the missing entries are gone for good: continue after them. */
  readonly acceptGap: boolean;
}

/**
 * Whether a batch continues where the last one ended. Problems are recorded as findings, not refused: evidence is
 * kept.
 */
export function followChain(batch: SentBatch, { head, acceptGap }: FollowOptions): Followed {
  const fresh = batch.entries.filter(({ entry }) => entry.seq > head.seq);
  const changed = new Set(batch.changed.filter((seq) => seq > head.seq));
  const lowest = Math.min(fresh[0]?.entry.seq ?? Infinity, ...changed);
  if (lowest > head.seq + 1 && lowest !== Infinity && !acceptGap) return { expected: head.seq + 1 };
  const findings: Finding[] = [...forks(batch, head)];
  for (const seq of changed) findings.push({ what: 'changed', first: seq, last: seq });
  if (batch.foreign > 0) findings.push({ what: 'foreign', first: null, last: null });
  let at = head;
  const kept: SentEntry[] = [];
  for (const sent of fresh) {
    const { seq, hash } = sent.entry;
    // Out of order within one batch: already stored.
    if (seq <= at.seq) continue;
    findings.push(...between(at, sent, changed));
    kept.push(sent);
    at = { seq, hash };
  }
  return { fresh: kept, findings, head: at };
}

/** The last known entry was sent again with different content: there are two chains. */
function forks({ entries }: SentBatch, head: Tail): readonly Finding[] {
  const again = entries.find(({ entry }) => entry.seq === head.seq);
  if (again === undefined || again.entry.hash === head.hash) return [];
  return [{ what: 'forked', first: head.seq, last: head.seq }];
}

function between(
  at: Tail,
  { entry: { seq, prev } }: SentEntry,
  changed: ReadonlySet<number>,
): readonly Finding[] {
  const missing = range(at.seq + 1, seq - 1).filter((each) => !changed.has(each));
  const [first] = missing;
  if (first !== undefined) return [{ what: 'gap', first, last: missing.at(-1) ?? first }];
  if (seq === at.seq + 1 && prev !== at.hash) return [{ what: 'unlinked', first: seq - 1, last: seq }];
  return [];
}

/** Bounded: of a long range only the ends matter. */
function range(first: number, last: number): readonly number[] {
  if (last < first) return [];
  if (last - first > 10_000) return [first, last];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
