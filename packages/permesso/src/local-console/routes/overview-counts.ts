import { definedFields, putBounded } from '@permesso/engine/call';
import {
  type AnswerEntry,
  type DecisionEntry,
  durationBucket,
  type LogEntry,
  medianDuration,
  type RecordedCall,
} from '@permesso/protocol/entry';
import { nobody } from '@permesso/protocol/approval';
import type { Overview, PeriodFigures } from '@permesso/protocol/console';

/** The log's counts for the overview: by hour, and by asked call. */
export interface OverviewCounts {
  readonly add: (entry: LogEntry) => void;
  readonly figures: (days: number, now: number) => Omit<Overview, 'counting'>;
  /** Calls asked about in the period, most frequent first. */
  readonly asked: (days: number, now: number) => readonly AskedCount[];
}

export interface AskedCount {
  readonly call: RecordedCall;
  readonly prompts: number;
  readonly approved: number;
  readonly denied: number;
  /** Redacted or truncated: the call cannot be decided again. */
  readonly isPartial: boolean;
}

const hourMs = 3_600_000;
/** Twice the longest period. */
const hoursKept = 180 * 24;
const callsKept = 4096;
const openKept = 10_000;

interface Hour {
  allow: number;
  ask: number;
  deny: number;
  readonly waits: Map<number, number>;
}

interface AskedRow {
  readonly call: RecordedCall;
  readonly hours: Map<number, number>;
  readonly isPartial: boolean;
  prompts: number;
  approved: number;
  denied: number;
}

/** Keeps no entry, so a log of any length fits. */
export function createOverviewCounts(): OverviewCounts {
  const hours = new Map<number, Hour>();
  const rows = new Map<string, AskedRow>();
  /** Requests without an answer so far. */
  const open = new Map<string, AskedRow>();
  let calls = 0;
  let first: number | undefined;

  function decided(entry: DecisionEntry, hour: number): void {
    calls += 1;
    hourAt(hours, hour)[entry.verdict] += 1;
    if (entry.verdict !== 'ask') return;
    const row = rowFor(rows, entry);
    row.prompts += 1;
    row.hours.set(hour, (row.hours.get(hour) ?? 0) + 1);
    if (entry.key === undefined) return;
    if (open.size >= openKept) open.clear();
    open.set(entry.key, row);
  }

  function answered(entry: AnswerEntry, hour: number): void {
    const row = open.get(entry.key ?? '');
    open.delete(entry.key ?? '');
    if (entry.from === nobody) return;
    if (row !== undefined) row[entry.verdict === 'allow' ? 'approved' : 'denied'] += 1;
    if (entry.waitedMs === undefined) return;
    const { waits } = hourAt(hours, hour);
    const bucket = durationBucket(entry.waitedMs);
    waits.set(bucket, (waits.get(bucket) ?? 0) + 1);
  }

  return {
    add: (entry) => {
      const at = Date.parse(entry.at);
      if (Number.isNaN(at)) return;
      first ??= at;
      const hour = Math.floor(at / hourMs);
      if (entry.type === 'decision') decided(entry, hour);
      else if (entry.type === 'answer') answered(entry, hour);
    },
    figures: (days, now) => {
      const starts = periodStarts(days, now);
      const [from = now] = starts;
      const [fromBefore = now] = periodStarts(days, from - 1);
      return {
        days,
        isEmpty: calls === 0,
        ...definedFields({ first }),
        now: figuresIn(hours, { from, to: now + 1 }),
        before: figuresIn(hours, { from: fromBefore, to: from }),
        comparable: first !== undefined && first <= fromBefore + 24 * hourMs,
        points: starts.map((at, index) => ({
          at,
          ...figuresIn(hours, { from: at, to: starts[index + 1] ?? now + 1 }),
        })),
      };
    },
    asked: (days, now) => {
      const since = Math.floor((periodStarts(days, now)[0] ?? now) / hourMs);
      return [...rows.values()]
        .map(({ call, approved, denied, isPartial, hours: when }) => ({
          call,
          approved,
          denied,
          isPartial,
          prompts: [...when].reduce((sum, [hour, times]) => (hour >= since ? sum + times : sum), 0),
        }))
        .filter(({ prompts }) => prompts > 0)
        .toSorted((a, b) => b.prompts - a.prompts);
    },
  };
}

/** Start times of a period's days, up to today; of the last 24 hours for a single day. */
function periodStarts(days: number, now: number): readonly number[] {
  if (days === 1) return Array.from({ length: 24 }, (_, at) => (Math.floor(now / hourMs) - 23 + at) * hourMs);
  const today = new Date(now);
  return Array.from({ length: days }, (_, at) =>
    new Date(today.getFullYear(), today.getMonth(), today.getDate() - days + 1 + at).getTime(),
  );
}

function figuresIn(
  hours: ReadonlyMap<number, Hour>,
  { from, to }: { readonly from: number; readonly to: number },
): PeriodFigures {
  const sum = { allow: 0, ask: 0, deny: 0 };
  const waits = new Map<number, number>();
  for (let hour = Math.floor(from / hourMs); hour * hourMs < to; hour += 1) {
    const found = hours.get(hour);
    if (found === undefined) continue;
    sum.allow += found.allow;
    sum.ask += found.ask;
    sum.deny += found.deny;
    for (const [bucket, times] of found.waits) waits.set(bucket, (waits.get(bucket) ?? 0) + times);
  }
  const median = medianDuration(waits);
  return { ...sum, ...definedFields({ medianWaitMs: median }) };
}

function hourAt(hours: Map<number, Hour>, hour: number): Hour {
  const known = hours.get(hour);
  if (known !== undefined) return known;
  const made: Hour = { allow: 0, ask: 0, deny: 0, waits: new Map() };
  putBounded(hours, [hour, made], hoursKept);
  return made;
}

function rowFor(rows: Map<string, AskedRow>, { call, redacted, cut }: DecisionEntry): AskedRow {
  const key = JSON.stringify([call.tool, call.input]).slice(0, 2000);
  const known = rows.get(key);
  if (known !== undefined) return known;
  if (rows.size >= callsKept) rows.delete(rarest(rows));
  const row: AskedRow = {
    call,
    hours: new Map(),
    isPartial: redacted !== undefined || cut === true,
    prompts: 0,
    approved: 0,
    denied: 0,
  };
  rows.set(key, row);
  return row;
}

/** The oldest call asked about once, or else the least frequent, so that the search stays cheap. */
function rarest(rows: ReadonlyMap<string, AskedRow>): string {
  let found = '';
  let fewest = Infinity;
  let seen = 0;
  for (const [key, { prompts }] of rows) {
    if (prompts < fewest) [found, fewest] = [key, prompts];
    seen += 1;
    if (fewest <= 1 || seen > callsKept / 4) break;
  }
  return found;
}
