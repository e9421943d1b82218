import type { Condition } from '../rules/condition.ts';
import { printWhen, type WhenInput } from '../rules/parse-when.ts';

/** The tests of a condition, each on its own, as a person would write it. */
export function eachTest(condition: Condition): readonly WhenInput[] {
  if ('combine' in condition) return [printWhen([condition])];
  return condition.tests.map((test) => printWhen([{ ...condition, tests: [test] }]));
}
