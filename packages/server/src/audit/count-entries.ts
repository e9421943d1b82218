import { queries, type Connection } from '../database/query.ts';
import { searchFields } from '@permesso/protocol/entry';
import { halfHourOf } from './counted-span.ts';
import type { SentEntry } from './read-batch.ts';

/** Entries of one agent that are about to be stored. */
export interface CountedRun {
  readonly agent: string;
  readonly project: string;
  readonly fresh: readonly SentEntry[];
}

const addCounts = queries(import.meta.dirname)<
  never,
  {
    day: string;
    halfHour: number;
    agents: readonly string[];
    agentVerdicts: readonly string[];
    agentTools: readonly string[];
    agentCounts: readonly number[];
    projects: readonly string[];
    types: readonly string[];
    verdicts: readonly string[];
    tools: readonly string[];
    rules: readonly string[];
    counts: readonly number[];
  }
>('add-counts.sql');

/** Adds entries to the counts in the transaction that stores them, so that the pages always match the entries. */
export async function countEntries(
  on: Connection,
  runs: readonly CountedRun[],
  receivedAt: string,
): Promise<void> {
  const whole = new Tally();
  const ofAgents = new Tally();
  for (const { agent, project, fresh } of runs)
    for (const { entry } of fresh) {
      const { type = '', verdict = '', tool = '', rule = '' } = searchFields(entry);
      whole.add([project, type, verdict, tool, rule]);
      if (type === 'decision') ofAgents.add([agent, verdict, tool]);
    }
  const counted = whole.rows();
  const called = ofAgents.rows();
  const column = (rows: typeof counted, at: number): readonly string[] => rows.map(({ of }) => of[at] ?? '');
  await addCounts(on, {
    ...halfHourOf(Date.parse(receivedAt)),
    agents: column(called, 0),
    agentVerdicts: column(called, 1),
    agentTools: column(called, 2),
    agentCounts: called.map(({ count }) => count),
    projects: column(counted, 0),
    types: column(counted, 1),
    verdicts: column(counted, 2),
    tools: column(counted, 3),
    rules: column(counted, 4),
    counts: counted.map(({ count }) => count),
  });
}

interface TallyRow {
  readonly of: readonly string[];
  count: number;
}

/** Counts by several fields at once. */
class Tally {
  readonly #rows = new Map<string, TallyRow>();

  add(of: readonly string[]): void {
    // No field contains a null character.
    const key = of.join('\u0000');
    const row = this.#rows.get(key);
    if (row === undefined) this.#rows.set(key, { of, count: 1 });
    else row.count += 1;
  }

  rows(): readonly TallyRow[] {
    return [...this.#rows.values()];
  }
}
