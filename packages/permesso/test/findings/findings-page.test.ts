import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  readFindingTests,
  renderFindingsPage,
  scanFindingTests,
  writtenFindingsPage,
} from './findings-page.ts';
import { builderFindings } from './builder-findings.ts';
import { administratorFindings, findings, type ListedFinding } from './findings.ts';

const regenerate =
  'proof/findings.md is not current. Run: node_modules/.bin/node --conditions=@permesso/source packages/permesso/test/findings/findings-page.ts --write';

const tests = scanFindingTests();

test('the page of findings is current', () => {
  expect(writtenFindingsPage() === renderFindingsPage(tests) ? 'current' : regenerate).toBe('current');
});

test('a test names a finding that is listed', () => {
  expect(tests.filter(({ number }) => findings[number] === undefined)).toEqual([]);
});

test('every finding has a test', () => {
  const shown = new Set(tests.map(({ number }) => number));
  expect(Object.keys(findings).filter((number) => !shown.has(Number(number)))).toEqual([]);
});

function missingTests(listed: Readonly<Record<string, ListedFinding>>): readonly unknown[] {
  return Object.entries(listed).filter(([, is]) => {
    if (typeof is === 'string') return !is.startsWith('open: ');
    if (typeof is === 'number') return findings[is] === undefined;
    return !readFileSync(join(import.meta.dirname, '../../../..', is[0]), 'utf8').includes(is[1]);
  });
}

test.each(Object.entries({ administratorFindings, builderFindings }))(
  'each of %s names a finding above or a test by its title, or says that it is open',
  (_name, listed) => {
    expect(missingTests(listed)).toEqual([]);
  },
);

test('a test that is not there is noticed', () => {
  const listed = { A1: ['README.md', 'a title that no test bears'], A2: 9999, A3: 'done' } as const;
  expect(missingTests(listed)).toHaveLength(3);
});

test('titles are read in every kind of quotes', () => {
  const source = [
    "it('Finding 3: the tool\\'s options', () => {});",
    'describe("Finding 4: it\'s \\"quoted\\"", () => {});',
    'test.each(rows)(`Finding 5: $name is denied`, () => {});',
    "it('a Finding 6: elsewhere in the title', () => {});",
  ].join('\n');
  expect(readFindingTests(source, 'a.test.ts').map((one) => [one.number, one.title])).toEqual([
    [3, "the tool's options"],
    [4, 'it\'s "quoted"'],
    [5, '$name is denied'],
  ]);
});
