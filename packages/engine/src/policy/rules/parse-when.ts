import type { Combination, Condition, Test } from './condition.ts';
import { meantBy } from '../../messages/did-you-mean.ts';
import { parseValuePath, printValuePath } from './json-path.ts';
import { compileRegex } from '../patterns/linear-regex.ts';
import { operators } from './operators.ts';
import { broken, parsed, type Parsed } from './rule-error.ts';
import { isRecord } from '../../call/is-record.ts';

/** As written in a policy: `{ amount: { gt: 100 }, currency: EUR }`. */
export type WhenInput = Readonly<Record<string, unknown>>;

/** The depth of nested conditions: enough for people, and a bound for generated texts. */
const deepest = 16;

export function parseWhen(when: WhenInput, depth = 0): Parsed<readonly Condition[]> {
  if (!isRecord(when)) return broken(0, '`when` is not an object', 'write { amount: { gt: 100 } }');
  if (depth > deepest) return broken(0, '`when` is nested too deep', `use at most ${deepest} levels`);
  const conditions: Condition[] = [];
  const named = new Set<string>();
  for (const [text, spec] of Object.entries(when)) {
    if (text.startsWith('$') && !/^\$[.[]/u.test(text)) {
      const combination = parseCombination(text, spec, depth);
      if (!combination.ok) return combination;
      conditions.push(combination.value);
      continue;
    }
    const path = parseValuePath(text);
    if (!path.ok) return path;
    const name = printValuePath(path.value);
    if (named.has(name)) return broken(0, `when: \`${name}\` is named twice`, 'put its tests in one place');
    named.add(name);
    const tests = parseTests(spec, depth);
    if (!tests.ok) return broken(0, `when ${text}: ${tests.error.message}`, tests.error.fix);
    conditions.push({ ...path.value, tests: tests.value });
  }
  return conditions.length === 0
    ? broken(0, '`when` holds no condition', 'name an argument and a test')
    : parsed(conditions);
}

const combinations = new Map<string, Combination['combine']>([
  ['$or', 'or'],
  ['$and', 'and'],
  ['$not', 'not'],
]);

function parseCombination(name: string, spec: unknown, depth: number): Parsed<Combination> {
  const combine = combinations.get(name);
  if (combine === undefined)
    return broken(0, `when: there is no \`${name}\``, meantBy(name, combinations.keys()));
  const branches: readonly unknown[] = combine === 'not' ? [spec] : Array.isArray(spec) ? spec : [];
  if (branches.length === 0)
    return broken(
      0,
      `when: \`${name}\` needs a list of conditions`,
      `write ${name}: [{ amount: { gt: 100 } }]`,
    );
  const of: (readonly Condition[])[] = [];
  for (const branch of branches) {
    const inner = parseWhen(branch as WhenInput, depth + 1);
    if (!inner.ok) return broken(0, `${name}: ${inner.error.message}`, inner.error.fix);
    of.push(inner.value);
  }
  return parsed({ combine, of });
}

/** For a sentence: `amount > 100 and currency = "EUR"`. Combinations of conditions stay as in the file. */
export function whenText(when: WhenInput): string {
  return Object.entries(when)
    .flatMap(([name, spec]) => {
      if (combinations.has(name)) return [`${name} ${JSON.stringify(spec)}`];
      const tests = isRecord(spec) && !isRef(spec) ? spec : { equals: spec };
      return Object.entries(tests).map(
        ([op, value]) =>
          `${name} ${operators.get(op)?.sign ?? op} ${isRef(value) ? String(value.$ref) : JSON.stringify(value)}`,
      );
    })
    .join(' and ');
}

export function printWhen(conditions: readonly Condition[]): WhenInput {
  const entries = new Map<string, unknown>();
  for (const condition of conditions) {
    if ('combine' in condition) {
      const of = condition.of.map(printWhen);
      entries.set(`$${condition.combine}`, condition.combine === 'not' ? of[0] : of);
      continue;
    }
    entries.set(printValuePath(condition), Object.assign({}, ...condition.tests.map(printTest)));
  }
  return Object.fromEntries(entries);
}

/** A bare value means equality. */
function parseTests(spec: unknown, depth: number): Parsed<readonly Test[]> {
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
    ? broken(0, 'no test is given', `use one of ${[...operators.keys()].join(', ')}`)
    : parsed(tests);
}

function one(test: Parsed<Test>): Parsed<readonly Test[]> {
  return test.ok ? parsed([test.value]) : test;
}

function parseTest(op: string, value: unknown, depth: number): Parsed<Test> {
  if (isRef(value)) return parseRef(op, value);
  const takes = operators.get(op)?.takes;
  if (takes === undefined) return broken(0, `there is no test \`${op}\``, meantBy(op, operators.keys()));
  if (takes === 'tests') return parseNested(op, value, depth);
  if (takes === 'regex') return parseRegex(op, value);
  return takes.is(value) ? parsed({ op, value }) : broken(0, `\`${op}\` needs ${takes.needs}`, takes.fix);
}

function parseNested(op: string, value: unknown, depth: number): Parsed<Test> {
  const tests = parseTests(value, depth + 1);
  return tests.ok
    ? parsed({ op, tests: tests.value })
    : broken(0, `${op}: ${tests.error.message}`, tests.error.fix);
}

function parseRegex(op: string, value: unknown): Parsed<Test> {
  if (typeof value !== 'string' || value === '') return broken(0, `\`${op}\` needs a text`);
  const regex = compileRegex(value);
  return 'error' in regex ? broken(regex.at, regex.error) : parsed({ op, value, regex });
}

function isRef(value: unknown): value is { readonly $ref: unknown } {
  return isRecord(value) && Object.hasOwn(value, '$ref');
}

/** `{ $ref: principal.user }`: the other side of the comparison comes from the call. */
function parseRef(op: string, value: { readonly $ref: unknown }): Parsed<Test> {
  const fix = 'write { $ref: principal.user } or { $ref: another_argument }';
  if (typeof value.$ref !== 'string' || Object.keys(value).length > 1)
    return broken(0, '`$ref` must be alone and name one value', fix);
  if (operators.get(op)?.refers === undefined) {
    const referring = [...operators].filter(([, { refers }]) => refers !== undefined).map(([name]) => name);
    return broken(0, `\`${op}\` cannot take a \`$ref\``, `use it with one of ${referring.join(', ')}`);
  }
  const to = parseValuePath(value.$ref);
  if (!to.ok) return broken(0, `$ref: ${to.error.message}`, to.error.fix);
  if (to.value.path.some((step) => 'each' in step))
    return broken(0, '`$ref` names several values', 'name one value, or a whole list with `in`');
  return parsed({ op, ref: to.value });
}

function printTest({ op, value, tests, ref }: Test): Record<string, unknown> {
  if (ref !== undefined) return { [op]: { $ref: printValuePath(ref) } };
  return { [op]: tests === undefined ? value : Object.assign({}, ...tests.map(printTest)) };
}
