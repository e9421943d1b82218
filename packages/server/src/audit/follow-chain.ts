import type { Tail } from '@permesso/protocol/entry';
import type { SentBatch, SentEntry } from './read-batch.ts';

export interface Finding {
  readonly what: 'gap' | 'unlinked' | 'changed' | 'foreign' | 'forked';
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
  const lowest = Math.min(fresh[0]?.entry.seq ?? Infinity, ...changed);
  if (lowest > head.seq + 1 && lowest !== Infinity && !acceptGap) return { expected: head.seq + 1 };
  const findings: Finding[] = [...forks(batch, head)];
  for (const seq of changed) findings.push({ what: 'changed', first: seq, last: seq });
  if (batch.foreign > 0) findings.push({ what: 'foreign', first: null, last: null });
  let at = head;
  const kept: SentEntry[] = [];
  for (const sent of fresh) {
    const { seq, hash } = sent.entry;
    // Out of order inside of one batch: it was taken already.
    if (seq <= at.seq) continue;
    findings.push(...between(at, sent, changed));
    kept.push(sent);
    at = { seq, hash };
  }
  return { fresh: kept, findings, head: at };
}

/** The entry that is known to be the last, sent again as another one: there are two chains. */
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

/** Bounded: only its ends are of interest where it is long. */
function range(first: number, last: number): readonly number[] {
  if (last < first) return [];
  if (last - first > 10_000) return [first, last];
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
