import { createStats, type LogStats } from '@permesso/protocol/entry';
import { followEntries } from '@permesso/gate/log';
import type { ActivityCounts, Overview } from '@permesso/protocol/console';
import { createCallCounts, type CountQuery } from './activity-counts.ts';
import { createOverviewCounts, type OverviewCounts } from './overview-counts.ts';
import { countRuleUses, type RuleUses } from './rule-uses.ts';

/** The whole log, counted in the background, and its new entries. */
export interface LogReader {
  readonly stats: () => LogStats & { readonly counting: boolean };
  readonly uses: () => RuleUses;
  readonly overview: (days: number, now: number) => Overview;
  readonly asked: OverviewCounts['asked'];
  readonly counts: (query: CountQuery, now: number) => ActivityCounts;
  /** Pauses counting for a request. */
  readonly giveWay: () => void;
  readonly close: () => void;
}

/** Milliseconds of counting before other work gets a turn: a million entries must not delay an answer. */
const slice = 5;
const lookEvery = 1000;
const givesWayFor = 300;

export function readInBackground(directory: string): LogReader {
  const stats = createStats();
  const uses = countRuleUses();
  const overview = createOverviewCounts();
  const calls = createCallCounts();
  const entries = followEntries(directory);
  let counting = true;
  let rests = 0;
  let timer: NodeJS.Timeout;

  function count(): void {
    counting = true;
    const now = performance.now();
    if (now < rests) {
      timer = setTimeout(count, rests - now);
      return;
    }
    const until = now + slice;
    while (performance.now() < until) {
      const entry = entries.next();
      if (entry === undefined) {
        counting = false;
        timer = setTimeout(count, lookEvery);
        return;
      }
      stats.add(entry);
      uses.add(entry);
      overview.add(entry);
      calls.add(entry);
    }
    timer = setTimeout(count, 2);
  }

  timer = setTimeout(count, 0);
  return {
    stats: () => ({ ...stats.result(), counting }),
    uses: () => uses,
    overview: (days, now) => ({ ...overview.figures(days, now), counting }),
    asked: overview.asked,
    counts: (query, now) => ({ ...calls.count(query, now), counting }),
    giveWay: () => {
      rests = performance.now() + givesWayFor;
    },
    close: () => {
      clearTimeout(timer);
      entries.close();
    },
  };
}
