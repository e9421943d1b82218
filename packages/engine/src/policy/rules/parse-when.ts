import type { Condition, Test } from './condition.ts';
import { meantBy } from '../did-you-mean.ts';
import { parseJsonPath, printJsonPath } from './json-path.ts';
import { compileRegex } from '../patterns/linear-regex.ts';
import { broken, parsed, type Parsed } from './rule-error.ts';
import { isRecord } from '../../call/is-record.ts';

/** As written in a policy: `{ amount: { gt: 100 }, currency: EUR }`. */
export type WhenInput = Readonly<Record<string, unknown>>;

export function parseWhen(when: WhenInput): Parsed<readonly Condition[]> {
  if (!isRecord(when)) return broken(0, '`when` is not an object', 'write { amount: { gt: 100 } }');
  const conditions: Condition[] = [];
  const named = new Set<string>();
  for (const [text, spec] of Object.entries(when)) {
    const path = parseJsonPath(text);
    if (!path.ok) return path;
    const name = printJsonPath(path.value);
    if (named.has(name)) return broken(0, `when: \`${name}\` is named twice`, 'put its tests in one place');
    named.add(name);
    const tests = parseTests(spec);
    if (!tests.ok) return broken(0, `when ${text}: ${tests.error.message}`, tests.error.fix);
    for (const test of tests.value) conditions.push({ path: path.value, test });
  }
  return conditions.length === 0
    ? broken(0, '`when` holds no condition', 'name an argument and a test')
    : parsed(conditions);
}

const operators = ['equals', 'in', 'gt', 'lt', 'startsWith', 'matches', 'under'] as const;

function parseTests(spec: unknown): Parsed<readonly Test[]> {
  if (!isRecord(spec)) return parsed([{ op: 'equals', value: spec }]);
  const tests: Test[] = [];
  for (const [op, value] of Object.entries(spec)) {
    const test = parseTest(op, value);
    if (!test.ok) return test;
    tests.push(test.value);
  }
  return tests.length === 0
    ? broken(0, 'no test is given', `use one of ${operators.join(', ')}`)
    : parsed(tests);
}

function parseTest(op: string, value: unknown): Parsed<Test> {
  switch (op) {
    case 'equals':
      return parsed({ op, value });
    case 'in':
      return Array.isArray(value) && value.length > 0
        ? parsed({ op, values: value as readonly unknown[] })
        : broken(0, '`in` needs a list with at least one value');
    case 'gt':
    case 'lt':
      return typeof value === 'number' && Number.isFinite(value)
        ? parsed({ op, than: value })
        : broken(0, `\`${op}\` needs a number`);
    case 'startsWith':
      return needText(op, value, (text) => parsed({ op, text }));
    case 'under':
      return needText(op, value, (directory) => parsed({ op, directory }));
    case 'matches':
      return needText(op, value, parseMatches);
    default:
      return broken(0, `there is no test \`${op}\``, meantBy(op, operators));
  }
}

function needText(op: string, value: unknown, next: (text: string) => Parsed<Test>): Parsed<Test> {
  return typeof value === 'string' && value !== '' ? next(value) : broken(0, `\`${op}\` needs a text`);
}

function parseMatches(source: string): Parsed<Test> {
  const regex = compileRegex(source);
  return 'error' in regex ? broken(regex.at, regex.error) : parsed({ op: 'matches', source, regex });
}

export function printWhen(conditions: readonly Condition[]): WhenInput {
  const entries = new Map<string, Record<string, unknown>>();
  for (const { path, test } of conditions) {
    const key = printJsonPath(path);
    entries.set(key, { ...entries.get(key), ...printTest(test) });
  }
  return Object.fromEntries(entries);
}

function printTest(test: Test): Record<string, unknown> {
  switch (test.op) {
    case 'equals':
      return { equals: test.value };
    case 'in':
      return { in: test.values };
    case 'gt':
    case 'lt':
      return { [test.op]: test.than };
    case 'startsWith':
      return { startsWith: test.text };
    case 'under':
      return { under: test.directory };
    case 'matches':
      return { matches: test.source };
  }
}
