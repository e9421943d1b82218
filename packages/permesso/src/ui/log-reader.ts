import { createStats, type LogStats } from '../record/log-stats.ts';
import type { LogEntry } from '../record/log-entry.ts';
import { readLog, readLogBackwards } from '../record/read-log.ts';
import { countRuleUses, type RuleUses } from './rule-uses.ts';

/** The whole log, counted in the background, and what is new in it. */
export interface LogReader {
  readonly stats: () => LogStats & { readonly counting: boolean };
  readonly uses: () => RuleUses;
  readonly close: () => void;
}

/** Milliseconds of counting before others have their turn: a million entries must not hold up an answer. */
const slice = 12;
const pollEvery = 1000;

export function readInBackground(directory: string): LogReader {
  const stats = createStats();
  const uses = countRuleUses();
  let seen = 0;
  let entries: Iterator<LogEntry> = readLog(directory);
  let counting = true;
  let timer: NodeJS.Timeout;

  function count(): void {
    const until = performance.now() + slice;
    while (performance.now() < until) {
      const next = entries.next();
      if (next.done === true) {
        counting = false;
        timer = setTimeout(look, pollEvery);
        return;
      }
      seen = next.value.seq;
      stats.add(next.value);
      uses.add(next.value);
    }
    timer = setTimeout(count, 2);
  }

  /** What was written since: the end of the log, read backwards until something known. */
  function look(): void {
    const fresh: LogEntry[] = [];
    for (const entry of readLogBackwards(directory)) {
      if (entry.seq <= seen || fresh.length >= 10_000) break;
      fresh.push(entry);
    }
    entries = fresh.toReversed()[Symbol.iterator]();
    count();
  }

  timer = setTimeout(count, 0);
  return {
    stats: () => ({ ...stats.result(), counting }),
    uses: () => uses,
    close: () => clearTimeout(timer),
  };
}
