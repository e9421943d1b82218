import { definedFields } from '@permesso/engine/call';
import { nobody } from '../approval/approver.ts';
import type { AnswerEntry, DecisionEntry, EndEntry, LogEntry, StartEntry } from './log-entry.ts';

export interface LogStats {
  readonly entries: number;
  readonly first?: string;
  readonly last?: string;
  readonly decisions: { readonly allow: number; readonly ask: number; readonly deny: number };
  /** People's answers to us. */
  readonly answers: { readonly allow: number; readonly deny: number };
  /** Calls that ran after the agent program asked about them instead of us. The approver is unknown. */
  readonly ranAfterAsk: number;
  /** Requests denied because nobody was available, or nobody answered in time. */
  readonly unanswered: number;
  /** The share of approvals among the answers; absent without answers. */
  readonly approvalRate?: number;
  /** Accurate to five per cent. */
  readonly medianWaitMs?: number;
  /** How calls ended, as far as their programs reported. */
  readonly outcomes: OutcomeStats;
  readonly grants: number;
  /** Revoked grants and denials. */
  readonly revoked: number;
  readonly failures: number;
  readonly marks: number;
  /** The last hours with any activity, oldest first. */
  readonly hours: readonly HourStats[];
  /** The most frequent prompts; approved includes calls that ran after the agent program asked. Exact below a few thousand. */
  readonly mostAsked: readonly AskedStats[];
}

export interface OutcomeStats {
  readonly ok: number;
  readonly failed: number;
  /** Accurate to five per cent. */
  readonly medianMs?: number;
  /** Started but not ended: the program was stopped, or is still running. */
  readonly running: number;
  /** Allowed, but neither started nor ended. Counted only for hosts that report outcomes. */
  readonly untold: number;
}

export interface HourStats {
  /** `2026-11-15T01`, UTC. */
  readonly hour: string;
  readonly calls: number;
  readonly prompts: number;
  readonly approved: number;
  readonly denied: number;
}

export interface AskedStats {
  readonly what: string;
  readonly prompts: number;
  readonly approved: number;
  readonly denied: number;
}

const hoursKept = 48;
const commandsKept = 4096;
const openKept = 10_000;

/** Counts entries as they arrive and keeps none, so a log of any length fits. */
export function createStats(): { readonly add: (entry: LogEntry) => void; readonly result: () => LogStats } {
  const decisions = { allow: 0, ask: 0, deny: 0 };
  const answers = { allow: 0, deny: 0 };
  const runs = countRuns();
  const others = { grant: 0, revoke: 0, failure: 0, mark: 0, counts: 0 };
  const hours = new Map<string, Counts>();
  const commands = new Map<string, Counts>();
  /** Unanswered requests: call -> the name it is counted under. */
  const open = new Map<string, string>();
  const waits = new Map<number, number>();
  let entries = 0;
  let unanswered = 0;
  let ranAfterAsk = 0;
  let first: string | undefined;
  let last: string | undefined;

  function decided(entry: DecisionEntry, hour: Counts): void {
    decisions[entry.verdict] += 1;
    hour.calls += 1;
    if (entry.verdict === 'allow') runs.allowed(entry);
    // Decided again: what happens now does not answer an earlier prompt.
    if (entry.key !== undefined) open.delete(entry.key);
    if (entry.verdict !== 'ask') return;
    hour.prompts += 1;
    const what = askedAbout(entry);
    countsOf(commands, what, commandsKept).prompts += 1;
    if (entry.key === undefined) return;
    if (open.size >= openKept) open.clear();
    open.set(entry.key, what);
  }

  function answered(entry: AnswerEntry, hour: Counts): void {
    if (entry.from === nobody) {
      unanswered += 1;
      open.delete(entry.key ?? '');
      return;
    }
    answers[entry.verdict] += 1;
    if (entry.verdict === 'allow') runs.allowed(entry);
    const field = entry.verdict === 'allow' ? 'approved' : 'denied';
    hour[field] += 1;
    const known = commands.get(open.get(entry.key ?? '') ?? '');
    if (known !== undefined) known[field] += 1;
    open.delete(entry.key ?? '');
    if (entry.waitedMs !== undefined) {
      const bucket = durationBucket(entry.waitedMs);
      waits.set(bucket, (waits.get(bucket) ?? 0) + 1);
    }
  }

  function ran({ key = '', source }: EndEntry, hour: Counts): void {
    const asked = open.get(key);
    if (source !== 'host' || asked === undefined) return;
    open.delete(key);
    ranAfterAsk += 1;
    hour.approved += 1;
    const known = commands.get(asked);
    if (known !== undefined) known.approved += 1;
  }

  return {
    add: (entry) => {
      entries += 1;
      first ??= entry.at;
      last = entry.at;
      const hour = countsOf(hours, entry.at.slice(0, 13), hoursKept);
      if (entry.type === 'decision') decided(entry, hour);
      else if (entry.type === 'answer') answered(entry, hour);
      else if (entry.type === 'start') runs.started(entry);
      else if (entry.type === 'end') {
        runs.ended(entry);
        ran(entry, hour);
      } else others[entry.type] += 1;
    },
    result: () => {
      const given = answers.allow + answers.deny;
      const median = medianDuration(waits);
      return {
        entries,
        ...(first === undefined || last === undefined ? {} : { first, last }),
        decisions,
        answers,
        ranAfterAsk,
        unanswered,
        ...(given === 0 ? {} : { approvalRate: answers.allow / given }),
        ...definedFields({ medianWaitMs: median }),
        outcomes: runs.result(),
        grants: others.grant,
        revoked: others.revoke,
        failures: others.failure,
        marks: others.mark,
        hours: [...hours]
          .toSorted(([a], [b]) => (a < b ? -1 : 1))
          .map(([hour, counts]) => ({ hour, ...counts })),
        mostAsked: [...commands]
          .filter(([, { prompts }]) => prompts > 0)
          .toSorted(([, a], [, b]) => b.prompts - a.prompts)
          .slice(0, 20)
          .map(([what, { prompts, approved, denied }]) => ({ what, prompts, approved, denied })),
      };
    },
  };
}

interface Runs {
  readonly allowed: (entry: DecisionEntry | AnswerEntry) => void;
  readonly started: (entry: StartEntry) => void;
  readonly ended: (entry: EndEntry) => void;
  readonly result: () => OutcomeStats;
}

/** Counts allowed, started and ended calls, matched by session and key: the same call may run many times. */
function countRuns(): Runs {
  const ends = { ok: 0, failed: 0 };
  const lengths = new Map<number, number>();
  /** Per host: the calls that are allowed but not started, and those that have started. */
  const hosts = new Map<string, { told: boolean; waiting: OpenCalls; running: OpenCalls }>();
  const at = ({ host = '' }: { readonly host?: string }) => {
    const known = hosts.get(host) ?? { told: false, waiting: openCalls(), running: openCalls() };
    hosts.set(host, known);
    return known;
  };
  const keyOf = ({ session, key }: { readonly session?: string; readonly key?: string }): string =>
    JSON.stringify([session, key]);
  return {
    allowed: (entry) => at(entry).waiting.add(keyOf(entry)),
    started: (entry) => {
      const host = at(entry);
      host.told = true;
      host.waiting.remove(keyOf(entry));
      host.running.add(keyOf(entry));
    },
    ended: (entry) => {
      const host = at(entry);
      host.told = true;
      ends[entry.ok ? 'ok' : 'failed'] += 1;
      if (!host.running.remove(keyOf(entry))) host.waiting.remove(keyOf(entry));
      if (entry.durationMs === undefined) return;
      const bucket = durationBucket(entry.durationMs);
      lengths.set(bucket, (lengths.get(bucket) ?? 0) + 1);
    },
    result: () => {
      const median = medianDuration(lengths);
      const telling = [...hosts.values()].filter(({ told }) => told);
      const sum = (of: 'waiting' | 'running'): number =>
        telling.reduce((total, host) => total + host[of].count(), 0);
      return {
        ...ends,
        ...definedFields({ medianMs: median }),
        running: sum('running'),
        untold: sum('waiting'),
      };
    },
  };
}

interface OpenCalls {
  readonly add: (key: string) => void;
  readonly remove: (key: string) => boolean;
  readonly count: () => number;
}

/** How often each key is open. Beyond a number of keys only the total is known. */
function openCalls(): OpenCalls {
  const open = new Map<string, number>();
  let total = 0;
  return {
    add: (key) => {
      total += 1;
      if (open.has(key) || open.size < openKept) open.set(key, (open.get(key) ?? 0) + 1);
    },
    remove: (key) => {
      const times = open.get(key);
      if (times === undefined && open.size < openKept) return false;
      total -= 1;
      if (times === 1) open.delete(key);
      else if (times !== undefined) open.set(key, times - 1);
      return true;
    },
    count: () => Math.max(0, total),
  };
}

interface Counts {
  calls: number;
  prompts: number;
  approved: number;
  denied: number;
}

/** The counts under a name; if there are too many names, the one with the fewest prompts is dropped. */
function countsOf(all: Map<string, Counts>, name: string, most: number): Counts {
  const known = all.get(name);
  if (known !== undefined) return known;
  if (all.size >= most) all.delete(least(all, most));
  const counts: Counts = { calls: 0, prompts: 0, approved: 0, denied: 0 };
  all.set(name, counts);
  return counts;
}

/** The oldest hour; for commands, one of the oldest quarter, so that the search is cheap. */
function least(all: ReadonlyMap<string, Counts>, most: number): string {
  let worst = '';
  let fewest = Infinity;
  let seen = 0;
  for (const [name, { prompts }] of all) {
    if (most === hoursKept) return name;
    if (prompts < fewest) [worst, fewest] = [name, prompts];
    seen += 1;
    if (fewest <= 1 || seen > most / 4) break;
  }
  return worst;
}

/** The part that asked, without its operands: `git push`, `npm install`, `Write`. */
function askedAbout(entry: DecisionEntry): string {
  const asking = entry.receipt.parts.find(({ verdict }) => verdict === 'ask');
  return twoWords(asking?.label ?? entry.call.tool);
}

function twoWords(text: string): string {
  const [first = '', second = ''] = text.trim().slice(0, 200).split(/\s+/, 2);
  return /^[a-z][\w:-]*$/i.test(second) ? `${first} ${second}` : first;
}

/** Waits are counted in buckets of five per cent. */
const step = Math.log(1.05);

export function durationBucket(ms: number): number {
  return ms < 1 ? 0 : Math.round(Math.log(ms) / step) + 1;
}

/** The median of durations that are counted in buckets. */
export function medianDuration(counted: ReadonlyMap<number, number>): number | undefined {
  const total = [...counted.values()].reduce((sum, count) => sum + count, 0);
  let seen = 0;
  for (const [bucket, count] of [...counted].toSorted(([a], [b]) => a - b)) {
    seen += count;
    if (seen * 2 >= total) return bucket === 0 ? 0 : Math.round(Math.exp((bucket - 1) * step));
  }
  return undefined;
}
