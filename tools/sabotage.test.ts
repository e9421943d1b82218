import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '@permesso/engine/call';
import { expect, test } from 'vitest';
import { outcomeOf } from '../packages/permesso/test/sabotage/outcome.ts';
import { patch, type Sabotage } from '../packages/permesso/test/sabotage/sabotage.ts';

const repository = join(import.meta.dirname, '..');

/** A fix that moved is undone nowhere, and hours pass before the tool says so. */
test.each(globSync('packages/permesso/test/sabotage/areas/*.ts', { cwd: repository }))(
  'what %s undoes stands exactly once where it says and leaves a program, and its tests are there',
  async (area) => {
    const { sabotages } = (await import(join(repository, area))) as {
      readonly sabotages: readonly Sabotage[];
    };
    expect(sabotages.length).toBeGreaterThan(0);
    const wrong = sabotages.flatMap((sabotage) => [
      ...whyRefused(sabotage),
      ...sabotage.tests.filter((path) => !existsSync(join(repository, path))),
    ]);
    expect(wrong).toEqual([]);
  },
);

function whyRefused(sabotage: Sabotage): readonly string[] {
  try {
    patch(sabotage, readFileSync(join(repository, sabotage.file), 'utf8'));
    return [];
  } catch (error) {
    return [messageOf(error)];
  }
}

const text =
  'export function isSmall(size: number): boolean {\n  if (size > 10) return false;\n  return true;\n}\n';
const fix = {
  claim: 'large is not small',
  file: 'a.ts',
  find: '  if (size > 10) return false;\n',
  replace: '',
  tests: [],
};

test.each([
  ['occurs nowhere', { find: 'size > 11' }, 'occurs 0 times'],
  ['occurs twice', { find: 'return' }, 'occurs 2 times'],
  ['changes nothing', { replace: fix.find }, 'nothing changes'],
  ['does not parse', { find: 'if (size > 10) return false;\n', replace: 'if (' }, 'does not parse with'],
])('a sabotage that %s is refused', (_what, change, why) => {
  expect(() => patch({ ...fix, ...change }, text)).toThrow(why);
});

test('a sabotage may take a line away', () => {
  expect(patch(fix, text)).toBe('export function isSmall(size: number): boolean {\n  return true;\n}\n');
});

const report = (results: readonly unknown[], success = true): string =>
  JSON.stringify({ success, testResults: results });
const ran = (
  ...tests: readonly { readonly status: string; readonly failureMessages?: readonly string[] }[]
): unknown => ({
  status: tests.some(({ status }) => status === 'failed') ? 'failed' : 'passed',
  assertionResults: tests,
});

test.each([
  [
    'an assertion that fails',
    report([ran({ status: 'failed', failureMessages: ['AssertionError: expected 1 to be 2'] })]),
    'fail',
  ],
  [
    'a hook that fails',
    report([{ status: 'failed', message: 'Error: it is gone', assertionResults: [] }]),
    'fail',
  ],
  ['all tests pass', report([ran({ status: 'passed' }, { status: 'skipped' })]), 'pass'],
  ['no test has the name', report([ran({ status: 'skipped' })]), 'none'],
  [
    'a name that is gone',
    report([ran({ status: 'failed', failureMessages: ['ReferenceError: held is not defined'] })]),
    'broken',
  ],
  [
    'a file that cannot be loaded',
    report([{ status: 'failed', message: 'SyntaxError: Unexpected token', assertionResults: [] }]),
    'broken',
  ],
  ['sources that cannot be built', report([], false), 'broken'],
  ['no report, as after a timeout', undefined, 'broken'],
])('a run of tests: %s', (_what, printed, outcome) => {
  expect(outcomeOf(printed)).toBe(outcome);
});
