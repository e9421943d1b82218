import type { Condition, Test, ValueCondition } from '../../policy/rules/condition.ts';
import { valuesAt, type InputPath } from '../../call/input-path.ts';
import { operators } from '../../policy/rules/operators.ts';
import { isRecord } from '../../call/is-record.ts';

type Input = Readonly<Record<string, unknown>>;

/** What conditions test: the arguments and the person. */
export interface Probed {
  readonly input: Input;
  readonly principal?: Input;
}

/** Arguments and persons that pass every test of a rule, and some that narrowly fail. */
export function inputsFor(when: readonly Condition[], input: Input): readonly Probed[] {
  const base: Probed = { input };
  if (when.length === 0) return [base];
  const branches = branchesOf(when).slice(0, mostBranches);
  return [...branches.flatMap((branch) => probesOf(branch, base)), base];
}

const mostBranches = 8;

/** Flattens `$or` and `$and` into lists; the contents of `$not` are passed and failed like the rest. */
function branchesOf(when: readonly Condition[]): readonly (readonly ValueCondition[])[] {
  return when.reduce<readonly (readonly ValueCondition[])[]>(
    (branches, condition) => {
      if ('tests' in condition) return branches.map((branch) => [...branch, condition]);
      const inner =
        condition.combine === 'or' ? condition.of.flatMap(branchesOf) : branchesOf(condition.of.flat());
      return branches.flatMap((branch) => inner.map((more) => [...branch, ...more])).slice(0, mostBranches);
    },
    [[]],
  );
}

function probesOf(branch: readonly ValueCondition[], base: Probed): readonly Probed[] {
  const tests = branch.flatMap((at) => at.tests.map((test) => ({ at, test })));
  const passing = tests.reduce((probed, { at, test }) => put(probed, at, valuesFor(test, probed)[0]), base);
  const failing = tests.flatMap(({ at, test }) =>
    valuesFor(test, passing)
      .slice(1)
      .map((value) => put(passing, at, value)),
  );
  return [passing, ...failing];
}

function valuesFor({ op, value, tests = [], ref }: Test, probed: Probed): readonly unknown[] {
  if (ref !== undefined) {
    const [found] = valuesAt(ref.principal === true ? probed.principal : probed.input, ref.path);
    return [found, 'another'];
  }
  const inner = tests.map((test) => valuesFor(test, probed));
  return operators.get(op)?.probes(value as never, inner) ?? [];
}

function put(probed: Probed, { path, principal }: ValueCondition, value: unknown): Probed {
  return principal === true
    ? { ...probed, principal: setAt(probed.principal ?? {}, path, value) as Input }
    : { ...probed, input: setAt(probed.input, path, value) as Input };
}

function setAt(into: unknown, path: InputPath, value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if ('key' in step) {
    const record = isRecord(into) ? into : {};
    const inner = Object.hasOwn(record, step.key) ? record[step.key] : undefined;
    // Names come from the policy: `__proto__` must become an ordinary key.
    return Object.fromEntries([...Object.entries(record), [step.key, setAt(inner, rest, value)]]);
  }
  const list: unknown[] = Array.isArray(into) ? [...(into as readonly unknown[])] : [];
  const at = 'index' in step ? Math.min(step.index, 20) : 0;
  while (list.length < at) list.push(null);
  list[at] = setAt(list[at], rest, value);
  return list;
}
