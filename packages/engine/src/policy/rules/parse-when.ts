import type { Combination, Condition } from './condition.ts';
import { meantBy } from '../../messages/did-you-mean.ts';
import { parseValuePath, printValuePath } from './json-path.ts';
import { parseTests, printTest } from './parse-test.ts';
import { broken, parsed, type Parsed } from './rule-error.ts';
import { isRecord } from '../../call/is-record.ts';

/** As written in a policy: `{ amount: { gt: 100 }, currency: EUR }`. */
export type WhenInput = Readonly<Record<string, unknown>>;

/** Conditions inside conditions: deep enough for people, and an end for generated texts. */
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
