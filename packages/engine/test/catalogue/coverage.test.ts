import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { coveragePage, coverageText } from './coverage-text.ts';
import { measureCoverage, readPrograms } from './measure.ts';

const programs = readPrograms(readFileSync(join(import.meta.dirname, 'programs.txt'), 'utf8'));

test('the list names 400 programs, each once', () => {
  expect(new Set(programs.map(([program]) => program)).size).toBe(400);
  expect(programs).toHaveLength(400);
});

test('each of them has a row, or the command model knows it', () => {
  const unknown = measureCoverage(programs, new Map()).filter(({ hasRows }) => !hasRows);
  expect(unknown.map(({ program }) => program)).toEqual([]);
});

test('what completions know is counted by the row that states it', () => {
  const [git, brew, odd] = measureCoverage(
    [
      ['git', 'vcs'],
      ['brew', 'system'],
      ['frobnicate', 'none'],
    ],
    new Map([
      ['git', new Set(['log', 'push', 'frobnicate'])],
      ['brew', new Set(['install', 'frobnicate'])],
      ['frobnicate', new Set(['x'])],
    ]),
  );
  expect(git).toMatchObject({ spelled: 2, byRest: 0, missing: ['frobnicate'], hasRows: true });
  expect(brew).toMatchObject({ spelled: 1, byRest: 1, missing: [] });
  expect(odd).toMatchObject({ spelled: 0, byRest: 0, missing: ['x'], hasRows: false });
  const all = [git, brew, odd].flatMap((each) => (each === undefined ? [] : [each]));
  expect(coverageText(all)).toContain('median 66 %; at least 90 %: 1 of 3 programs');
  expect(coveragePage(all)).toContain('| `git` | 3 | 2 | 0 | 1 |');
});
