import { definedFields } from '../../call/defined-fields.ts';
import type { Part } from '../../facts/part.ts';
import type { Match } from '../../policy/rules/match.ts';
import { covers, targetOf, touches } from '../../policy/rules/match-rule.ts';
import type { Rule } from '../../policy/rules/rule.ts';
import type { Decision } from '../decision.ts';
import { refer, sessionLacks } from '../match-rules.ts';
import type { DecisionInput } from '../decision-input.ts';
import type { RuleReference } from '../receipt.ts';
import { gravityOf } from '../sentence/effect-sentence.ts';
import { whyMatch } from './why-match.ts';

/** A decision together with every rule of the policy, including those that did not match. */
export interface Explanation {
  readonly decision: Decision;
  readonly parts: readonly {
    readonly label: string;
    /** The rank of this part by gravity: 0 is the worst. The message is about the gravest deciding part. */
    readonly gravity: number;
    readonly rules: readonly Considered[];
  }[];
}

export interface Considered {
  readonly rule: RuleReference;
  readonly match: Match;
  /** Why it matches, may match or does not: "another command", "the path is not in src/**". */
  readonly why: string;
  /** Why a match did not count. */
  readonly inert?: string;
}

export function explain(question: DecisionInput, decision: Decision): Explanation {
  let parts: Explanation['parts'] | undefined;
  return {
    decision,
    // Compares every rule with every part, so it is computed only on access.
    get parts() {
      return (parts ??= question.facts.parts.map((part, place) => ({
        label: part.label,
        gravity: gravityOf(part, question),
        rules: question.policy.rules.map((rule) => consider(rule, { question, part, place, decision })),
      })));
    },
  };
}

/** Rules over a session do not apply to a session without labels. */
function notYet({ after }: Rule): string | undefined {
  return after === undefined ? undefined : sessionLacks(after);
}

function consider(
  rule: Rule,
  about: { question: DecisionInput; part: Part; place: number; decision: Decision },
): Considered {
  const { question, part, place, decision } = about;
  const target = targetOf(part, { call: question.call, facts: question.facts, world: question.world });
  const matched = decision.receipt.parts[place]?.contributions.find(
    (contribution) => contribution.rule.key === rule.key,
  );
  // Rules about effects may allow a part together, though none of them covers it alone.
  const match =
    matched?.match ??
    (rule.verdict === 'allow' ? (covers(rule, target) ? 'yes' : 'no') : touches(rule, target));
  return {
    rule: refer(rule),
    match,
    why: whyMatch(rule, target, match),
    ...definedFields({ inert: matched === undefined ? notYet(rule) : matched.inert }),
  };
}
