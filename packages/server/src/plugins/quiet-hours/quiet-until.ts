import type { QuietHours, QuietWindow } from '@permesso/protocol/console';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const minutesOfDay = 24 * 60;
const minutesOfWeek = 7 * minutesOfDay;

/**
 * The end of the quiet hours around `at`, in milliseconds; undefined outside of them. Adjacent hours count as one.
 */
export function quietUntil(hours: QuietHours, at: number): number | undefined {
  let until: number | undefined;
  // Each step adds a window that begins before the last one ended. Beyond two weeks it would never end.
  for (let end = endOfWindow(hours, at); end !== undefined; end = endOfWindow(hours, end)) {
    until = end;
    if (end - at > 15 * dayMs) break;
  }
  return until;
}

/** Whether every minute of the week is quiet: deferred messages would never be sent. */
export function isAlwaysQuiet({ windows }: QuietHours): boolean {
  const quiet = new Set<number>();
  for (const { days, from, to } of windows)
    for (const day of days) {
      const begin = (day - 1) * minutesOfDay + minutesIn(from);
      const length = lengthOf({ from, to });
      for (let minute = begin; minute < begin + length; minute += 1) quiet.add(minute % minutesOfWeek);
    }
  return quiet.size === minutesOfWeek;
}

export function isTimeZone(text: string): boolean {
  // `+02:00` would be accepted as well, but has no summer time.
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    formatterOf(text);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function lengthOf({ from, to }: Pick<QuietWindow, 'from' | 'to'>): number {
  const length = minutesIn(to) - minutesIn(from);
  return length > 0 ? length : length + minutesOfDay;
}

function endOfWindow({ windows, zone }: QuietHours, at: number): number | undefined {
  const wall = at + offsetAt(zone, at);
  const today = Math.floor(wall / dayMs) * dayMs;
  const ends = windows.flatMap((window) =>
    // A window that began yesterday may continue.
    [today, today - dayMs].flatMap((day) => {
      if (!window.days.includes(weekdayOf(day))) return [];
      const begin = day + minutesIn(window.from) * minuteMs;
      const end = instantOf(zone, begin + lengthOf(window) * minuteMs);
      return instantOf(zone, begin) <= at && at < end ? [end] : [];
    }),
  );
  return ends.length === 0 ? undefined : Math.max(...ends);
}

function minutesIn(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return hours * 60 + minutes;
}

/** 1 is Monday. The first day of the epoch was a Thursday. */
function weekdayOf(day: number): number {
  return ((((day / dayMs + 3) % 7) + 7) % 7) + 1;
}

/**
 * When a clock in that zone shows this time. If it does so twice, the first counts; if it skips it, the result is
 * later by the skipped amount: what `Temporal` calls compatible.
 */
function instantOf(zone: string, wall: number): number {
  const [before, after] = [offsetAt(zone, wall - dayMs), offsetAt(zone, wall + dayMs)];
  const right = [before, after].filter((offset) => offsetAt(zone, wall - offset) === offset);
  return wall - Math.max(...(right.length === 0 ? [Math.min(before, after)] : right));
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  const found = formatters.get(zone);
  if (found !== undefined) return found;
  const made = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  // A zone has many spellings.
  if (formatters.size < 1000) formatters.set(zone, made);
  return made;
}

/** The zone's offset from UTC. */
function offsetAt(zone: string, at: number): number {
  const parts = new Map(
    formatterOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
  const wall = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return wall - Math.floor(at / 1000) * 1000;
}
