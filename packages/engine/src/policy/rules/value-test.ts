import type { LookedUp } from '../../call/input-path.ts';
import type { ConditionInput, Test, ValuePath } from './condition.ts';
import type { Match } from './match.ts';
import { isNothing, operators, type Operator } from './operators.ts';

export interface TestContext {
  readonly asked: ConditionInput;
  readonly find: (path: ValuePath) => readonly LookedUp[];
}

/** One test of the value found at one place. An absent value, or null as many programs write it, is unknown. */
export function testFound(test: Test, found: LookedUp, context: TestContext): Match {
  const operator = operators.get(test.op);
  if (operator === undefined) return 'may';
  const at = {
    asked: context.asked,
    testInner: (inner: Test, there: LookedUp) => testFound(inner, there, context),
  };
  if (operator.place !== undefined) return operator.place(test, found, at);
  if (typeof found === 'string') return 'may';
  const wanted = test.ref === undefined ? test : literalTest(test.ref, operator, context);
  if (wanted === undefined || (isNothing(found.value) && operator.takesNull !== true)) return 'may';
  // The operator's own row has checked the operand.
  return operator.test?.(wanted.value as never, found.value, { ...at, of: test }) ?? 'may';
}

/** If the call does not have exactly one such value, or it has the wrong type, nothing is known. */
function literalTest(
  to: ValuePath,
  { refers }: Operator,
  context: TestContext,
): { readonly value?: unknown } | undefined {
  const [found, ...more] = context.find(to);
  if (found === undefined || typeof found === 'string' || more.length > 0) return undefined;
  return !isNothing(found.value) && refers?.(found.value) === true ? found : undefined;
}
