import { refOperators, type Comparison, type RefOperator, type Test } from './condition.ts';
import { meantBy } from '../../messages/did-you-mean.ts';
import { parseValuePath, printValuePath } from './json-path.ts';
import { compileRegex } from '../patterns/linear-regex.ts';
import { broken, parsed, type Parsed } from './rule-error.ts';
import { isRecord } from '../../call/is-record.ts';

/** As they are written in a `when`. */
const operators = [
  'equals',
  'in',
  'gt',
  'gte',
  'lt',
  'lte',
  'contains',
  'startsWith',
  'endsWith',
  'matches',
  'under',
  'exists',
  'not',
  'any',
  'all',
] as const;

const deepest = 16;

/** A bare value is one that must be equal. */
export function parseTests(spec: unknown, depth: number): Parsed<readonly Test[]> {
  if (!isRecord(spec)) return parsed([{ op: 'equals', value: spec }]);
  if (isRef(spec)) return one(parseRef('equals', spec));
  if (depth > deepest) return broken(0, 'the tests are nested too deep', `use at most ${deepest} levels`);
  const tests: Test[] = [];
  for (const [op, value] of Object.entries(spec)) {
    const test = parseTest(op, value, depth);
    if (!test.ok) return test;
    tests.push(test.value);
  }
  return tests.length === 0
    ? broken(0, 'no test is given', `use one of ${operators.join(', ')}`)
    : parsed(tests);
}

function one(test: Parsed<Test>): Parsed<readonly Test[]> {
  return test.ok ? parsed([test.value]) : test;
}

function parseTest(op: string, value: unknown, depth: number): Parsed<Test> {
  if (isRef(value)) return parseRef(op, value);
  switch (op) {
    case 'equals':
      return parsed({ op, value });
    case 'contains':
      return isRecord(value) || Array.isArray(value) || value === ''
        ? broken(0, '`contains` needs one value', 'write { contains: admin }, or `any` with tests')
        : parsed({ op, value });
    case 'in':
      return Array.isArray(value) && value.length > 0
        ? parsed({ op, values: value as readonly unknown[] })
        : broken(0, '`in` needs a list with at least one value');
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return parseComparison(op, value);
    case 'startsWith':
    case 'endsWith':
      return needText(op, value, (text) => parsed({ op, text }));
    case 'under':
      return needText(op, value, (directory) => parsed({ op, directory }));
    case 'matches':
      return needText(op, value, parseMatches);
    case 'exists':
      return typeof value === 'boolean'
        ? parsed({ op, wanted: value })
        : broken(0, '`exists` needs true or false');
    case 'not':
    case 'any':
    case 'all':
      return parseNested(op, value, depth);
    default:
      return broken(0, `there is no test \`${op}\``, meantBy(op, operators));
  }
}

function parseComparison(op: Comparison, value: unknown): Parsed<Test> {
  return typeof value === 'number' && Number.isFinite(value)
    ? parsed({ op, than: value })
    : broken(0, `\`${op}\` needs a number`);
}

function parseNested(op: 'not' | 'any' | 'all', value: unknown, depth: number): Parsed<Test> {
  const tests = parseTests(value, depth + 1);
  return tests.ok
    ? parsed({ op, tests: tests.value })
    : broken(0, `${op}: ${tests.error.message}`, tests.error.fix);
}

function isRef(value: unknown): value is { readonly $ref: unknown } {
  return isRecord(value) && Object.hasOwn(value, '$ref');
}

/** `{ $ref: principal.user }`: the other side of the comparison stands in the call. */
function parseRef(op: string, value: { readonly $ref: unknown }): Parsed<Test> {
  const fix = 'write { $ref: principal.user } or { $ref: another_argument }';
  if (typeof value.$ref !== 'string' || Object.keys(value).length > 1)
    return broken(0, '`$ref` stands alone and names one value', fix);
  if (!isRefOperator(op))
    return broken(0, `\`${op}\` cannot take a \`$ref\``, `use it with one of ${refOperators.join(', ')}`);
  const to = parseValuePath(value.$ref);
  if (!to.ok) return broken(0, `$ref: ${to.error.message}`, to.error.fix);
  if (to.value.path.some((step) => 'each' in step))
    return broken(0, '`$ref` names several values', 'name one value, or a whole list with `in`');
  return parsed({ op: 'ref', is: op, to: to.value });
}

function isRefOperator(op: string): op is RefOperator {
  return refOperators.some((name) => name === op);
}

function needText(op: string, value: unknown, next: (text: string) => Parsed<Test>): Parsed<Test> {
  return typeof value === 'string' && value !== '' ? next(value) : broken(0, `\`${op}\` needs a text`);
}

function parseMatches(source: string): Parsed<Test> {
  const regex = compileRegex(source);
  return 'error' in regex ? broken(regex.at, regex.error) : parsed({ op: 'matches', source, regex });
}

export function printTest(test: Test): Record<string, unknown> {
  switch (test.op) {
    case 'equals':
    case 'contains':
      return { [test.op]: test.value };
    case 'in':
      return { in: test.values };
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return { [test.op]: test.than };
    case 'startsWith':
    case 'endsWith':
      return { [test.op]: test.text };
    case 'under':
      return { under: test.directory };
    case 'matches':
      return { matches: test.source };
    case 'exists':
      return { exists: test.wanted };
    case 'not':
    case 'any':
    case 'all':
      return { [test.op]: Object.assign({}, ...test.tests.map(printTest)) as Record<string, unknown> };
    case 'ref':
      return { [test.is]: { $ref: printValuePath(test.to) } };
  }
}
