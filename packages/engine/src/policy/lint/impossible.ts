import { provenBy, type Condition, type Test } from '../rules/condition.ts';
import { printJsonPath } from '../rules/json-path.ts';
import type { Rule } from '../rules/rule.ts';
import { fixedPlace } from './fixed-place.ts';

/** Why an allow rule can never be proven to speak of a call. A deny or ask needs only suspicion, so never for those. */
export function impossible(rule: Rule): string | undefined {
  if (rule.verdict !== 'allow') return undefined;
  const { pattern } = rule;
  if (pattern.about === 'mcp' && pattern.argument?.is === 'text')
    return 'an MCP tool has no text to compare with what stands between the parentheses';
  return contradiction(rule.when);
}

/** Tests of one argument that no value passes. Every value at the path must pass all of them. */
function contradiction(when: readonly Condition[]): string | undefined {
  const byPath = new Map<string, Test[]>();
  for (const { path, test } of when) {
    const name = printJsonPath(path);
    byPath.set(name, [...(byPath.get(name) ?? []), test]);
  }
  for (const [name, tests] of byPath) {
    if (cannotAllPass(tests)) return `no value of \`${name}\` passes all its tests`;
  }
  return undefined;
}

function cannotAllPass(tests: readonly Test[]): boolean {
  const named = tests.flatMap((test) =>
    test.op === 'equals' ? [[test.value]] : test.op === 'in' ? [test.values] : [],
  );
  if (named[0] !== undefined) {
    const others = tests.filter(({ op }) => op !== 'under');
    return named[0].every((value) => others.some((test) => !testPasses(test, value)));
  }
  const isNumber = tests.some(({ op }) => op === 'gt' || op === 'lt');
  const isText = tests.some(({ op }) => op === 'startsWith' || op === 'matches' || op === 'under');
  if (isNumber && isText) return true;
  const above = tests.flatMap((test) => (test.op === 'gt' ? [test.than] : []));
  const below = tests.flatMap((test) => (test.op === 'lt' ? [test.than] : []));
  if (above.some((least) => below.some((most) => least >= most))) return true;
  const starts = tests.flatMap((test) => (test.op === 'startsWith' ? [test.text] : []));
  return starts.some((one) => starts.some((other) => !one.startsWith(other) && !other.startsWith(one)));
}

function testPasses(test: Test, value: unknown): boolean {
  return provenBy({ path: [{ key: 'value' }], test }, { input: { value }, ...fixedPlace });
}
