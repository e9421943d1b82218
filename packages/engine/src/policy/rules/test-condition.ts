import { lookUp, type LookedUp } from '../../call/input-path.ts';
import type { Condition, ConditionInput, ValueCondition, ValuePath } from './condition.ts';
import { negated, strongest, weakest, type Match } from './match.ts';
import { testFound } from './value-test.ts';

/** For an allow: every value at the path must pass unchanged, and there must be at least one. */
export function provenBy(condition: Condition, asked: ConditionInput): boolean {
  return evaluate(condition, { asked, purpose: 'prove' }) === 'yes';
}

/**
 * For a deny or ask: one value suffices. A value that the tool may coerce ("150" for 150) may match, and so may an absent one:
 * the tool may have a default.
 */
export function suspectedBy(condition: Condition, asked: ConditionInput): Match {
  return evaluate(condition, { asked, purpose: 'suspect' });
}

interface Evaluation {
  readonly asked: ConditionInput;
  readonly purpose: 'prove' | 'suspect';
}

function evaluate(condition: Condition, at: Evaluation): Match {
  if ('tests' in condition) return evaluateValues(condition, at);
  const { combine, of } = condition;
  if (combine === 'or') return strongest(of.map((all) => evaluateAll(all, at)));
  if (combine === 'and') return weakest(of.map((all) => evaluateAll(all, at)));
  // A negation is proven if its operand is not even suspected.
  const purpose = at.purpose === 'prove' ? 'suspect' : 'prove';
  return negated(evaluateAll(of.flat(), { ...at, purpose }));
}

function evaluateAll(conditions: readonly Condition[], at: Evaluation): Match {
  return weakest(conditions.map((condition) => evaluate(condition, at)));
}

function evaluateValues(condition: ValueCondition, { asked, purpose }: Evaluation): Match {
  const places = find(condition, asked);
  const context = { asked, find: (to: ValuePath) => find(to, asked) };
  const each = places.map((found) => weakest(condition.tests.map((test) => testFound(test, found, context))));
  if (purpose === 'suspect') return strongest(each);
  // Every value of an empty list passes, but there is no evidence.
  return each.length === 0 ? 'may' : weakest(each);
}

/** Without a principal nothing is known about the person, not even that they have no role. */
function find({ path, principal }: ValuePath, asked: ConditionInput): readonly LookedUp[] {
  if (principal !== true) return lookUp(asked.input, path);
  return asked.principal === undefined ? ['unreadable'] : lookUp(asked.principal, path);
}
