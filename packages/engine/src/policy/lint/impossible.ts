import type { Combination, Condition, Test } from '../rules/condition.ts';
import { provenBy } from '../rules/test-condition.ts';
import { printValuePath } from '../rules/json-path.ts';
import type { Rule } from '../rules/rule.ts';
import { operators } from '../rules/operators.ts';
import type { World } from '../../world/world.ts';

/** Why an allow rule can never be proven to match a call. Never for a deny or ask, which need only suspicion. */
export function impossible(rule: Rule): string | undefined {
  if (rule.verdict !== 'allow') return undefined;
  const { pattern } = rule;
  if (pattern.about === 'mcp' && pattern.argument?.is === 'text')
    return 'an MCP tool has no text to compare with the text in the parentheses';
  return contradiction(rule.when);
}

/** Contradictory tests of one value. Every value at the path must pass all of them. */
function contradiction(when: readonly Condition[]): string | undefined {
  const byPath = new Map<string, Test[]>();
  for (const condition of when) {
    if ('combine' in condition) {
      const inner = combined(condition);
      if (inner !== undefined) return inner;
      continue;
    }
    const name = printValuePath(condition);
    byPath.set(name, [...(byPath.get(name) ?? []), ...condition.tests]);
  }
  for (const [name, tests] of byPath) {
    if (cannotAllPass(tests)) return `no value of \`${name}\` passes all its tests`;
  }
  return undefined;
}

/** One contradictory branch of `$and` suffices, `$or` needs all; `$not` is not analysed. */
function combined({ combine, of }: Combination): string | undefined {
  if (combine === 'and') return contradiction(of.flat());
  if (combine === 'not') return undefined;
  const inner = of.map(contradiction);
  return inner.includes(undefined) ? undefined : inner[0];
}

function cannotAllPass(tests: readonly Test[]): boolean {
  // An absent value is unknown to every other test.
  if (tests.some(({ op, value }) => op === 'exists' && value === false)) return tests.length > 1;
  const literal = tests.filter(({ ref }) => ref === undefined);
  const named = literal.flatMap(({ op, value }) =>
    op === 'equals' ? [[value]] : op === 'in' ? [value as readonly unknown[]] : [],
  );
  if (named[0] !== undefined) {
    const others = tests.filter((test) => !needsCall(test));
    return named[0].every((value) => others.some((test) => !testPasses(test, value)));
  }
  const kinds = new Set(literal.map(({ op }) => operators.get(op)?.about));
  if (kinds.has('number') && kinds.has('text')) return true;
  const bounds = literal.flatMap(({ op, value }) => (typeof value === 'number' ? [{ op, value }] : []));
  const below = bounds.filter(({ op }) => op === 'lt' || op === 'lte');
  const above = bounds.filter(({ op }) => op === 'gt' || op === 'gte');
  const leavesRoom = (least: Bound, most: Bound): boolean =>
    least.value < most.value || (least.value === most.value && least.op === 'gte' && most.op === 'lte');
  if (above.some((least) => below.some((most) => !leavesRoom(least, most)))) return true;
  const starts = literal.flatMap(({ op, value }) => (op === 'startsWith' ? [String(value)] : []));
  return starts.some((one) => starts.some((other) => !one.startsWith(other) && !other.startsWith(one)));
}

interface Bound {
  readonly op: string;
  readonly value: number;
}

/** Whether it compares with something that exists only during a call: the disk, or another value. */
function needsCall({ op, ref, tests = [] }: Test): boolean {
  return ref !== undefined || operators.get(op)?.needsCall === true || tests.some(needsCall);
}

function testPasses(test: Test, value: unknown): boolean {
  return provenBy({ path: [{ key: 'value' }], tests: [test] }, { input: { value }, ...fixedPlace });
}

const world: World = {
  cwd: '/',
  project: '/',
  workingDirectories: [],
  home: '/',
  now: 0,
  caseInsensitive: false,
  entry: () => ({ is: 'unknown', reason: 'nothing is asked here' }),
};

/** For tests of values that do not depend on the machine. */
const fixedPlace: { readonly world: World; readonly directory: string } = { world, directory: '/' };
