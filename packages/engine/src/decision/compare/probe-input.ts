import type { Condition, Test } from '../../policy/rules/condition.ts';
import type { InputPath } from '../../call/input-path.ts';
import { isRecord } from '../../call/is-record.ts';

type Input = Readonly<Record<string, unknown>>;

/** Arguments that pass every test of a rule, and arguments that just do not. */
export function inputsFor(when: readonly Condition[], base: Input): readonly Input[] {
  if (when.length === 0) return [base];
  const passing = when.reduce((input, { path, test }) => put(input, path, valuesFor(test)[0]), base);
  const failing = when.flatMap(({ path, test }) =>
    valuesFor(test)
      .slice(1)
      .map((value) => put(passing, path, value)),
  );
  return [passing, ...failing, base];
}

/** The first passes; the others stand at the edge. */
function valuesFor(test: Test): readonly unknown[] {
  switch (test.op) {
    case 'equals':
      return [test.value, `${String(test.value)} `, null];
    case 'in':
      return [test.values[0], ...test.values.slice(1, 3), null];
    case 'gt':
      return [test.than + 1, test.than, String(test.than + 1)];
    case 'lt':
      return [test.than - 1, test.than, String(test.than - 1)];
    case 'startsWith':
      return [`${test.text}x`, test.text, `x${test.text}`];
    case 'matches':
      return [test.source, ''];
    case 'under':
      return [`${test.directory}/x`, `${test.directory}/../x`];
  }
}

function put(input: Input, path: InputPath, value: unknown): Input {
  return setAt(input, path, value) as Input;
}

function setAt(into: unknown, path: InputPath, value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if ('key' in step) {
    const record = isRecord(into) ? into : {};
    const inner = Object.hasOwn(record, step.key) ? record[step.key] : undefined;
    // Names come from the policy: `__proto__` must become a key like any other.
    return Object.fromEntries([...Object.entries(record), [step.key, setAt(inner, rest, value)]]);
  }
  const list: unknown[] = Array.isArray(into) ? [...(into as readonly unknown[])] : [];
  const at = 'index' in step ? Math.min(step.index, 20) : 0;
  while (list.length < at) list.push(null);
  list[at] = setAt(list[at], rest, value);
  return list;
}
