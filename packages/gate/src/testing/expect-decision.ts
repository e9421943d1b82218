import { AssertionError } from 'node:assert';
import type { ToolCall } from '@permesso/engine/call';
import { type Decision, printDecision } from '@permesso/engine/decision';
import type { Gate } from '../gate/gate.ts';
import type { Verdict } from '@permesso/engine/policy';

/** What a test may expect of a decision; each method throws where it is otherwise. */
export interface DecisionExpectation {
  /** The verdict. */
  readonly toBe: (verdict: Verdict) => DecisionExpectation;
  /** The rule, as written, is one of those that made the verdict. */
  readonly by: (rule: string) => DecisionExpectation;
  /** The message, the guidance or a reason holds this text. */
  readonly saying: (text: string) => DecisionExpectation;
  /** One of the rules offered to a person is this one. */
  readonly offering: (rule: string) => DecisionExpectation;
  readonly decision: Decision;
}

/**
 * `expectDecision(gate, call).toBe('ask').by('Bash(git push:*)')`, in any test runner. A failure shows the receipt.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import { expectDecision } from '@permesso/gate/testing';
 * const gate = createGate({ policy: { ask: ['Bash(git push:*)'] } });
 * expectDecision(gate, { tool: 'Bash', input: { command: 'git push' } }).toBe('ask').by('Bash(git push:*)');
 * ```
 */
export function expectDecision(gate: Pick<Gate, 'explain'>, call: ToolCall): DecisionExpectation {
  const { decision } = gate.explain(call);
  const expectation: DecisionExpectation = {
    decision,
    toBe: (verdict) => check(decision.verdict === verdict, { expected: verdict, actual: decision.verdict }),
    by: (rule) => {
      const rules = decision.receipt.determining.map(({ text }) => text);
      return check(rules.includes(rule), { expected: rule, actual: rules.join(', ') || 'no rule' });
    },
    saying: (text) => {
      const reasons = decision.receipt.parts.map(({ reason }) => reason);
      const said = [decision.message, decision.guidance ?? '', ...reasons].join(' ');
      return check(said.includes(text), { expected: text, actual: said });
    },
    offering: (rule) => {
      const offers = decision.suggestions.flatMap(({ rules }) => rules);
      return check(offers.includes(rule), { expected: rule, actual: offers.join(', ') || 'nothing' });
    },
  };
  const check = (
    isRight: boolean,
    { expected, actual }: { expected: string; actual: string },
  ): DecisionExpectation => {
    if (isRight) return expectation;
    const message = `${call.tool} ${JSON.stringify(call.input)}: expected ${expected}, got ${actual}\n${printDecision(decision)}`;
    throw new AssertionError({ message, expected, actual, operator: 'expectDecision' });
  };
  return expectation;
}
