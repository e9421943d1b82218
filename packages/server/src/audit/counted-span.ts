const halfHourMs = 30 * 60_000;
const halvesOfDay = 48;

/** A span in whole half hours, split into whole days and the remaining half hours. Days begin at midnight UTC. */
export interface CountedSpan {
  readonly firstDay: string;
  /** The first half hour of the first day, from 1. */
  readonly fromHalf: number;
  readonly lastDay: string;
  readonly toHalf: number;
  /** The days between these are counted whole. */
  readonly wholeFrom: string;
  readonly wholeTo: string;
}

/** The half hours in which the span begins and ends are included. */
export function countedSpan({
  from,
  to,
  now,
}: {
  readonly from: number;
  readonly to: number;
  readonly now: number;
}): CountedSpan {
  const first = Math.floor(from / halfHourMs);
  const last = Math.max(first, Math.ceil(to / halfHourMs) - 1);
  const [firstDay, lastDay] = [Math.floor(first / halvesOfDay), Math.floor(last / halvesOfDay)];
  const fromHalf = (first % halvesOfDay) + 1;
  const toHalf = (last % halvesOfDay) + 1;
  // Nothing was received after now.
  const endsWhole = toHalf === halvesOfDay || to >= now;
  return {
    firstDay: dayOf(firstDay),
    fromHalf,
    lastDay: dayOf(lastDay),
    toHalf,
    wholeFrom: dayOf(fromHalf === 1 ? firstDay : firstDay + 1),
    wholeTo: dayOf(endsWhole ? lastDay : lastDay - 1),
  };
}

/** The day and the half hour, from 1, under which something is counted. */
export function halfHourOf(at: number): { readonly day: string; readonly halfHour: number } {
  const half = Math.floor(at / halfHourMs);
  return { day: dayOf(Math.floor(half / halvesOfDay)), halfHour: (half % halvesOfDay) + 1 };
}

function dayOf(days: number): string {
  return new Date(days * halvesOfDay * halfHourMs).toISOString().slice(0, 10);
}
