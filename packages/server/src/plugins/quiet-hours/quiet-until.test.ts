import type { QuietHours, QuietWindow } from '@permesso/protocol/console';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAlwaysQuiet, isTimeZone, quietUntil } from './quiet-until.ts';

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const night: QuietWindow = { days: everyDay, from: '22:00', to: '07:00' };

function hours(zone: string, ...windows: readonly QuietWindow[]): QuietHours {
  return { windows, zone, letsEscalated: false };
}

function until(of: QuietHours, at: string): string | undefined {
  const end = quietUntil(of, Date.parse(at));
  return end === undefined ? undefined : new Date(end).toISOString();
}

describe('in Berlin, from 22:00 to 07:00', () => {
  const berlin = hours('Europe/Berlin', night);

  test.each([
    // Before midnight, at it, after it: the same end. The last minute counts, the end does not.
    ['2026-11-17T21:00:00Z', '2026-11-18T06:00:00.000Z'],
    ['2026-11-17T23:00:00Z', '2026-11-18T06:00:00.000Z'],
    ['2026-11-18T02:30:00Z', '2026-11-18T06:00:00.000Z'],
    ['2026-11-18T05:59:59.999Z', '2026-11-18T06:00:00.000Z'],
    ['2026-11-18T06:00:00Z', undefined],
    ['2026-11-17T20:59:59.999Z', undefined],
    ['2026-11-17T12:00:00Z', undefined],
    // Sunday to Monday, and the old year to the new one.
    ['2026-11-22T22:00:00Z', '2026-11-23T06:00:00.000Z'],
    ['2026-12-31T22:59:00Z', '2027-01-01T06:00:00.000Z'],
    // The night in which summer time begins has eight hours, the one in which it ends ten.
    ['2027-03-27T21:00:00Z', '2027-03-28T05:00:00.000Z'],
    ['2027-03-28T04:59:59Z', '2027-03-28T05:00:00.000Z'],
    ['2027-03-28T05:00:00Z', undefined],
    ['2027-10-30T20:00:00Z', '2027-10-31T06:00:00.000Z'],
    ['2027-10-31T05:59:59Z', '2027-10-31T06:00:00.000Z'],
    ['2027-10-31T06:00:00Z', undefined],
  ])('%s is quiet until %s', (at, end) => {
    expect(until(berlin, at)).toBe(end);
  });
});

describe('an end that a clock shows twice, or leaps over', () => {
  const early = hours('Europe/Berlin', { days: everyDay, from: '22:00', to: '02:30' });

  test('the first of two counts, and it is not quiet again at the second', () => {
    expect(until(early, '2027-10-31T00:29:00Z')).toBe('2027-10-31T00:30:00.000Z');
    expect(until(early, '2027-10-31T00:31:00Z')).toBeUndefined();
    expect(until(early, '2027-10-31T01:15:00Z')).toBeUndefined();
  });

  test('what the clock leaps over comes as much later as it leaps', () => {
    expect(until(early, '2027-03-28T00:59:00Z')).toBe('2027-03-28T01:30:00.000Z');
    expect(until(early, '2027-03-28T01:30:00Z')).toBeUndefined();
  });
});

describe('days of the week', () => {
  test('are those on which hours begin: the night of Sunday ends on Monday', () => {
    const sundays = hours('UTC', { days: [7], from: '20:00', to: '08:00' });
    expect(until(sundays, '2026-11-22T21:00:00Z')).toBe('2026-11-23T08:00:00.000Z');
    expect(until(sundays, '2026-11-23T07:00:00Z')).toBe('2026-11-23T08:00:00.000Z');
    expect(until(sundays, '2026-11-23T21:00:00Z')).toBeUndefined();
    expect(until(sundays, '2026-11-22T07:00:00Z')).toBeUndefined();
  });

  test('are those of the zone: Monday in Auckland is Sunday in UTC', () => {
    const mondays = hours('Pacific/Auckland', { days: [1], from: '00:00', to: '09:00' });
    expect(until(mondays, '2026-11-22T12:00:00Z')).toBe('2026-11-22T20:00:00.000Z');
    expect(until(mondays, '2026-11-23T12:00:00Z')).toBeUndefined();
  });

  test('follow on: nights and a whole weekend are one pause from Friday to Monday', () => {
    const free = hours(
      'UTC',
      { ...night, to: '00:00' },
      { days: [6, 7], from: '00:00', to: '00:00' },
      {
        days: [1],
        from: '00:00',
        to: '07:00',
      },
    );
    expect(until(free, '2026-11-20T23:00:00Z')).toBe('2026-11-23T07:00:00.000Z');
    expect(until(free, '2026-11-22T12:00:00Z')).toBe('2026-11-23T07:00:00.000Z');
  });
});

test('quiet hours that never end are known as such', () => {
  const all = { days: everyDay, from: '00:00', to: '00:00' };
  expect(isAlwaysQuiet(hours('UTC', all))).toBe(true);
  expect(isAlwaysQuiet(hours('UTC', night, { days: everyDay, from: '07:00', to: '22:00' }))).toBe(true);
  expect(isAlwaysQuiet(hours('UTC', night, { days: everyDay, from: '07:01', to: '22:00' }))).toBe(false);
  expect(isAlwaysQuiet(hours('UTC', { ...all, days: [1, 2, 3, 4, 5, 6] }))).toBe(false);
  // All the same they are looked at again some day.
  expect(quietUntil(hours('UTC', all), 0)).toBeLessThan(17 * 24 * 3_600_000);
});

test.each([
  ['Europe/Berlin', true],
  ['UTC', true],
  ['America/Argentina/Buenos_Aires', true],
  ['+02:00', false],
  ['Europe/Nowhere', false],
  ['', false],
  ['../etc/localtime', false],
])('%j is a time zone: %s', (zone, isOne) => {
  expect(isTimeZone(zone)).toBe(isOne);
});

const minute = fc
  .integer({ min: 0, max: 1439 })
  .map((at) => `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`);
const anyHours = fc.record({
  zone: fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Pacific/Apia',
  ),
  windows: fc.array(
    fc.record({
      days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      from: minute,
      to: minute,
    }),
    { minLength: 1, maxLength: 3 },
  ),
  letsEscalated: fc.boolean(),
});

test('the end is later, outside of quiet hours, and the same from everywhere before it', () => {
  fc.assert(
    fc.property(
      anyHours.filter((each) => !isAlwaysQuiet(each)),
      fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2030, 0) }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (of, at, part) => {
        const end = quietUntil(of, at);
        if (end === undefined) return;
        expect(end).toBeGreaterThan(at);
        expect(quietUntil(of, end)).toBeUndefined();
        expect(quietUntil(of, Math.floor(at + (end - at) * part))).toBe(end);
      },
    ),
    { numRuns: 500 },
  );
});
