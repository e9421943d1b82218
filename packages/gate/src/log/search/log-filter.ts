import type { LogEntry } from '@permesso/protocol/entry';

/** Selects entries. */
export interface LogFilter {
  readonly verdict?: string;
  /** Whether an allowed call had to run in a sandbox. */
  readonly sandboxed?: boolean;
  readonly type?: string;
  /** Leaves out answers, starts and ends: they are shown with their call. */
  readonly withoutFollowUps?: boolean;
  readonly tool?: string;
  readonly session?: string;
  readonly host?: string;
  /** The directory, or the directory of the call if none was recorded. */
  readonly project?: string;
  /** The exact call. */
  readonly key?: string;
  readonly seq?: number;
  /** Milliseconds since the epoch. */
  readonly since?: number;
  /** Exclusive, in milliseconds since the epoch. */
  readonly until?: number;
}

const followUps: ReadonlySet<string> = new Set(['answer', 'start', 'end']);

export function passesFilter(entry: LogEntry, filter: LogFilter): boolean {
  const { type, verdict, sandboxed, withoutFollowUps, seq } = filter;
  return (
    (seq === undefined || entry.seq === seq) &&
    (type === undefined || entry.type === type) &&
    (withoutFollowUps !== true || !followUps.has(entry.type)) &&
    (verdict === undefined || ('verdict' in entry && entry.verdict === verdict)) &&
    (sandboxed === undefined || isSandboxed(entry) === sandboxed) &&
    passesTime(entry, filter) &&
    passesCaller(entry, filter)
  );
}

function passesTime({ at }: LogEntry, { since, until }: LogFilter): boolean {
  return (since === undefined || Date.parse(at) >= since) && (until === undefined || Date.parse(at) < until);
}

function passesCaller(entry: LogEntry, { tool, session, host, project, key }: LogFilter): boolean {
  const called = 'call' in entry ? entry : undefined;
  const pairs = [
    [tool, called?.call.tool],
    [session, called?.session],
    [host, called?.host],
    [project, called && projectPath(called)],
    [key, called?.key],
  ];
  return pairs.every(([wanted, found]) => wanted === undefined || wanted === found);
}

export function isSandboxed(entry: LogEntry): boolean {
  return entry.type === 'decision' && entry.verdict === 'allow' && entry.receipt.sandbox !== undefined;
}

export function projectPath(called: {
  readonly project?: string;
  readonly call: { readonly cwd?: string };
}): string | undefined {
  return called.project ?? called.call.cwd;
}

const units: ReadonlyMap<string, number> = new Map([
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

/** The time meant by `90m`, `2d` or a date; undefined if it is none of these. */
export function readSince(text: string, now: number): number | undefined {
  const back = /^(\d{1,6})([smhd])$/.exec(text);
  if (back !== null) return now - Number(back[1]) * (units.get(back[2] ?? '') ?? 0);
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}
