import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../test/runs.ts';
import { parseInstant, printInstant } from './instant.ts';

describe('dates that can be read', () => {
  test.each([
    ['1970-01-01', '1970-01-01T00:00:00.000Z'],
    ['2026-12-31', '2026-12-31T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2000-02-29', '2000-02-29T00:00:00.000Z'],
    ['2026-12-31T18:00', '2026-12-31T18:00:00.000Z'],
    ['2026-12-31 18:00', '2026-12-31T18:00:00.000Z'],
    ['2026-12-31T18:00:05', '2026-12-31T18:00:05.000Z'],
    ['2026-12-31T18:00:05.1', '2026-12-31T18:00:05.100Z'],
    ['2026-12-31T18:00:05.123456', '2026-12-31T18:00:05.123Z'],
    ['2026-12-31T18:00:00Z', '2026-12-31T18:00:00.000Z'],
    ['2026-12-31T18:00+02:00', '2026-12-31T16:00:00.000Z'],
    ['2026-12-31T18:00-0530', '2026-12-31T23:30:00.000Z'],
    ['2026-12-31T23:30:00-01:00', '2027-01-01T00:30:00.000Z'],
    ['2026-12-31T18:00+23:59', '2026-12-30T18:01:00.000Z'],
    ['2026-12-31T24:00', '2027-01-01T00:00:00.000Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
    ['1969-12-31T23:59:59.999Z', '1969-12-31T23:59:59.999Z'],
    ['0000-03-01', '0000-03-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
    [' 2026-12-31 ', '2026-12-31T00:00:00.000Z'],
  ])('%s is %s', (text, iso) => {
    const instant = parseInstant(text);
    expect(instant).toEqual({ ok: true, value: Date.parse(iso) });
    expect(printInstant(Date.parse(iso))).toBe(iso);
  });

  test('agrees with the platform in both directions', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
        (date) => {
          expect(printInstant(date.getTime())).toBe(date.toISOString());
          expect(parseInstant(date.toISOString())).toEqual({ ok: true, value: date.getTime() });
        },
      ),
      { numRuns: runs(1000) },
    );
  });
});

describe('what is not a date', () => {
  test.each([
    '',
    'tomorrow',
    '2026',
    '2026-1-1',
    '31.12.2026',
    '2026-12-31T',
    '2026-12-31T18',
    '2026-12-31T18:00 CET',
    '+2026-12-31',
    '2026-12-31Z',
    '2026-12-31T18:00:00.Z',
  ])('%j is not written like one', (text) => {
    expect(parseInstant(text)).toMatchObject({
      ok: false,
      error: { at: 0, message: `\`${text}\` is not a date`, fix: expect.stringContaining('2026-12-31') },
    });
  });

  test.each([
    '2026-00-01',
    '2026-13-01',
    '2026-01-00',
    '2026-01-32',
    '2026-02-29',
    '2100-02-29',
    '2026-04-31',
    '2026-02-30T10:00',
    '2026-01-01T25:00',
    '2026-01-01T24:01',
    '2026-01-01T24:00:01',
    '2026-01-01T23:60',
    '2026-01-01T23:59:61',
    '2026-01-01T10:00:61',
    '2026-01-01T10:00+24:00',
    '2026-01-01T10:00+10:60',
  ])('%s does not exist', (text) => {
    expect(parseInstant(text)).toMatchObject({
      ok: false,
      error: { at: 0, message: `\`${text}\` is not a date that exists` },
    });
  });
});
