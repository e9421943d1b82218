import type { ToolCall } from '@permesso/engine/call';
import { knownPolicyAnswers, tooLong, type DecidedCall, type PolicyPair } from '../policy/index.ts';

export interface CallToDecide {
  readonly pair: PolicyPair;
  readonly call: ToolCall;
}

/**
 * The policies' decisions on calls, in order, as agents would decide; undefined if a policy cannot be read or takes
 * too long. Called inside a transaction, which may restart for it.
 */
export function decidedCalls(calls: readonly CallToDecide[]): readonly (DecidedCall | undefined)[] {
  const groups = [
    ...Map.groupBy(calls, ({ pair: { text, baseline } }) => JSON.stringify([text, baseline])).values(),
  ];
  const answers = knownPolicyAnswers(
    groups.map((group) => {
      const { text = null, baseline = null } = group[0]?.pair ?? {};
      return { is: 'decide' as const, input: { text, baseline, calls: group.map(({ call }) => call) } };
    }),
  );
  const found = new Map<CallToDecide, DecidedCall | undefined>();
  for (const [at, group] of groups.entries()) {
    const decided = answers[at];
    for (const [place, each] of group.entries())
      found.set(each, decided === tooLong ? undefined : decided?.[place]);
  }
  return calls.map((each) => found.get(each));
}
