import { definedFields } from '../call/defined-fields.ts';
import { fill } from '../messages/fill.ts';
import { checkMessages } from '../messages/decision.ts';
import type { Policy } from '../policy/policy.ts';
import type { Rule } from '../policy/rules/rule.ts';
import type { DecisionInput } from './decision-input.ts';
import type { CheckReceipt, PartReceipt } from './receipt.ts';

/** Why a rule with a check does not count: the check has not run yet, or it permits the call. */
export function checkInert({ check, key }: Rule, { answers }: DecisionInput): string | undefined {
  if (check === undefined) return undefined;
  const answer = answers?.get(key);
  if (answer === undefined) return `${unasked}\`${check}\``;
  return answer.permitted ? `${permitted}\`${check}\`` : undefined;
}

const unasked = 'it would be checked by ';
const permitted = 'the call is permitted by ';

/** The checks that the call has to pass, each once. A caller that lets the call run has to run them first. */
export function checkReceipts(
  { policy, answers }: Pick<DecisionInput, 'policy' | 'answers'>,
  parts: readonly Pick<PartReceipt, 'contributions'>[],
): readonly CheckReceipt[] {
  const checked = checkedRules(policy);
  if (checked.length === 0) return [];
  const said = new Map(
    parts.flatMap(({ contributions }) => contributions.map(({ rule, inert }) => [rule.key, inert] as const)),
  );
  return checked.flatMap(({ key, text, verdict, check = '', origin: { layer } }) => {
    const inert = said.get(key);
    if (!said.has(key) || !(inert === undefined || inert.startsWith(unasked) || inert.startsWith(permitted)))
      return [];
    const answer = answers?.get(key);
    return {
      key,
      text,
      by: check,
      layer,
      otherwise: verdict === 'deny' ? ('deny' as const) : ('ask' as const),
      ...(answer === undefined
        ? {}
        : {
            answer: answer.permitted
              ? ('permitted' as const)
              : answer.failed === true
                ? ('failed' as const)
                : ('refused' as const),
            ...definedFields({ reason: answer.reason }),
          }),
    };
  });
}

/** Describes the outcome for a person. */
export function checkText({ by, text: rule, otherwise, answer, reason = '' }: CheckReceipt): string {
  if (answer === undefined)
    return fill(checkMessages.unasked, {
      by,
      rule,
      does: otherwise === 'deny' ? 'denies it' : 'asks about it',
    });
  if (answer === 'refused' && reason !== '') return fill(checkMessages.refusedBecause, { by, reason });
  return fill(checkMessages[answer], { by, rule, reason });
}

const known = new WeakMap<Policy['rules'], readonly Rule[]>();

function checkedRules({ rules }: Pick<Policy, 'rules'>): readonly Rule[] {
  let found = known.get(rules);
  if (found === undefined) {
    found = rules.filter(({ check }) => check !== undefined);
    known.set(rules, found);
  }
  return found;
}
