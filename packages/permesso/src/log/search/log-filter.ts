import type { LogEntry } from '@permesso/protocol/entry/log-entry';

/** Which entries somebody wants to see. */
export interface LogFilter {
  readonly verdict?: string;
  readonly type?: string;
  readonly tool?: string;
  readonly session?: string;
  /** Milliseconds since the epoch. */
  readonly since?: number;
}

export function passesFilter(entry: LogEntry, { verdict, type, tool, session, since }: LogFilter): boolean {
  const called = 'call' in entry ? entry : undefined;
  return (
    (type === undefined || entry.type === type) &&
    (verdict === undefined || ('verdict' in entry && entry.verdict === verdict)) &&
    (tool === undefined || called?.call.tool === tool) &&
    (session === undefined || called?.session === session) &&
    (since === undefined || Date.parse(entry.at) >= since)
  );
}

const units: ReadonlyMap<string, number> = new Map([
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

/** `90m`, `2d`, or a date: the moment it means. Nothing when it means none. */
export function readSince(text: string, now: number): number | undefined {
  const back = /^(\d{1,6})([smhd])$/.exec(text);
  if (back !== null) return now - Number(back[1]) * (units.get(back[2] ?? '') ?? 0);
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}
