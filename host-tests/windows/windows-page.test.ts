import { expect, test } from 'vitest';
import { agentTexts } from '@permesso/protocol/text';
import { windowCases } from './cases.ts';
import { windowPrograms } from './programs.ts';
import { readSeen, renderWindows, writtenWindows } from './windows-page.ts';

test('the page shows what the last run saw', () => {
  expect(writtenWindows()).toBe(renderWindows(readSeen()));
});

test('results name programs and situations that are there', () => {
  const programs = windowPrograms.map(({ host }) => host.name);
  const cases = windowCases.map(({ name }) => name);
  const seen = Object.entries(readSeen());
  expect(seen.filter(([name]) => !programs.includes(name))).toEqual([]);
  expect(seen.flatMap(([, { cells }]) => Object.keys(cells)).filter((name) => !cases.includes(name))).toEqual(
    [],
  );
});

test('what was not run says so, and a text of a program cannot break the table', () => {
  const rendered = renderWindows({ codex: { version: '1', date: '2026-01-31', cells: { once: 'a | <b>' } } });
  expect(rendered).toContain(String.raw`| a \| b |`);
  expect(rendered).toContain('| once | not run | seen | not run |');
});

test('a situation that cannot be tried somewhere is one of them, and says why in a sentence', () => {
  const names = windowCases.map(({ name }) => name);
  const reasons = windowPrograms.flatMap(({ cannot }) => Object.entries(cannot ?? {}));
  expect(reasons.filter(([name, why]) => !names.includes(name) || !/^[A-Z].{20,}\.$/u.test(why))).toEqual([]);
});

test('`init` and `doctor` say of each program where it asks, as it was seen', () => {
  const seen = readSeen();
  const told = windowPrograms.map(({ host: { name }, inTmux }) => {
    const { asked = '', otherwise = '' } = agentTexts[name] ?? {};
    return {
      name,
      window: inTmux === true ? asked.includes('popup') : asked === 'a form in its window',
      ownPrompt: `${asked}; ${otherwise}`.includes('its own prompt'),
    };
  });
  const found = windowPrograms.map(({ host: { name } }) => {
    const cells = seen[name]?.cells ?? {};
    const without = cells['no bridge'] ?? cells['no window'] ?? '';
    return {
      name,
      window: (cells['ladder'] ?? '').startsWith('five lines'),
      ownPrompt: without.includes('its own prompt'),
    };
  });
  expect(told).toEqual(found);
});
