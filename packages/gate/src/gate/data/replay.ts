import type { Verdict } from '@permesso/engine/policy';
import type { DecisionEntry, KeptEntry } from '@permesso/protocol/entry';
import type { PolicyInput } from '../gate.ts';
import { createReplay } from '../replay-entry.ts';

/** A logged call that the policy would decide differently. */
export interface ChangedVerdict {
  readonly entry: Omit<DecisionEntry, 'v' | 'seq' | 'prev' | 'hash'>;
  readonly before: Verdict;
  readonly after: Verdict;
  /** The reason, in the sentence a person would read. */
  readonly message: string;
}

/** What another policy would have decided. */
export interface ReplayReport {
  /** How many calls were decided again. */
  readonly decided: number;
  /** How many calls could not be: a secret in them was hidden, or a person's earlier answer decided. */
  readonly skipped: number;
  readonly changes: readonly ChangedVerdict[];
}

/**
 * Decides the calls of a log again under another policy, before you publish it. Runs nothing, asks nobody, counts
 * nothing: limits decide as if none had been used.
 *
 * @example
 * ```ts
 * import { replay, type PolicyInput } from '@permesso/gate';
 * import type { LogStore } from '@permesso/gate/stores';
 * const whatChanges = async (log: LogStore, policy: PolicyInput) =>
 *   (await replay(policy, log.read({ tenant: 'acme' }))).changes;
 * ```
 */
export async function replay(
  policy: PolicyInput,
  entries: AsyncIterable<KeptEntry> | Iterable<KeptEntry>,
): Promise<ReplayReport> {
  const again = createReplay(policy);
  const changes: ChangedVerdict[] = [];
  let decided = 0;
  let skipped = 0;
  for await (const entry of entries) {
    if (entry.type !== 'decision') continue;
    const wasGranted = entry.receipt.rules.some(({ grant }) => grant !== undefined);
    const decision = wasGranted ? undefined : again(entry, { mode: entry.mode, grants: [] });
    if (decision === undefined) {
      skipped += 1;
      continue;
    }
    decided += 1;
    const { verdict: after, message } = decision;
    if (after !== entry.verdict) changes.push({ entry, before: entry.verdict, after, message });
  }
  return { decided, skipped, changes };
}
