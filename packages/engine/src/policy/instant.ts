import { broken, parsed, type Parsed } from './rules/rule-error.ts';

const isoSyntax =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3})\d*)?)?(Z|[+-]\d\d:?\d\d)?)?$/;

/** `2026-12-31` or `2026-12-31T18:00:00Z` in milliseconds. Without a zone it is UTC, so it means the same on every machine. */
export function parseInstant(text: string): Parsed<number> {
  const found = isoSyntax.exec(text.trim());
  if (found === null)
    return broken(0, `\`${text}\` is not a date`, 'write 2026-12-31 or 2026-12-31T18:00:00Z');
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const days = daysSinceEpoch(year, month, day);
  // February 30 would become a day in March.
  const [, sameMonth, sameDay] = civilDate(days);
  const inDay = hour * 3600 + minute * 60 + second;
  const zone = zoneOffset(found[8]);
  if (
    sameMonth !== month ||
    sameDay !== day ||
    minute > 59 ||
    second > 60 ||
    inDay > 86_400 ||
    zone === undefined
  )
    return broken(0, `\`${text}\` is not a date that exists`);
  const milliseconds = Number((found[7] ?? '0').padEnd(3, '0'));
  return parsed((days * 86_400 + inDay) * 1000 + milliseconds - zone);
}

/** Days from 1970-01-01 in the Gregorian calendar, counting years from March so that leap days come last. */
function daysSinceEpoch(year: number, month: number, day: number): number {
  const shifted = month > 2 ? year : year - 1;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

function zoneOffset(zone: string | undefined): number | undefined {
  if (zone === undefined || zone === 'Z') return 0;
  const sign = zone.startsWith('-') ? -1 : 1;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(-2));
  return hours > 23 || minutes > 59 ? undefined : sign * (hours * 60 + minutes) * 60_000;
}

/** The inverse, in UTC. */
export function printInstant(instant: number): string {
  const days = Math.floor(instant / 86_400_000);
  const inDay = instant - days * 86_400_000;
  const [year, month, day] = civilDate(days);
  const clock = [inDay / 3_600_000, (inDay / 60_000) % 60, (inDay / 1000) % 60].map((part) =>
    twoDigits(Math.floor(part)),
  );
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}T${clock.join(':')}.${String(inDay % 1000).padStart(3, '0')}Z`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

function civilDate(days: number): readonly [number, number, number] {
  const shifted = days + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  return [
    yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1,
  ];
}
