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

/** A decision with every rule of the policy beside it, also those that did not match. */
export interface Explanation {
  readonly decision: Decision;
  readonly parts: readonly {
    readonly label: string;
    /** How grave what it does is beside the others: 0 is the worst. The message is about the gravest that decided. */
    readonly gravity: number;
    readonly rules: readonly Considered[];
  }[];
}

export interface Considered {
  readonly rule: RuleReference;
  readonly match: Match;
  /** Why it does, may or does not match: "another command", "the path is not in src/**". */
  readonly why: string;
  /** Why a match did not count. */
  readonly inert?: string;
}

export function explain(question: DecisionInput, decision: Decision): Explanation {
  let parts: Explanation['parts'] | undefined;
  return {
    decision,
    // Every rule beside every part: only for those who look.
    get parts() {
      return (parts ??= question.facts.parts.map((part, place) => ({
        label: part.label,
        gravity: gravityOf(part, question),
        rules: question.policy.rules.map((rule) => consider(rule, { question, part, place, decision })),
      })));
    },
  };
}

/** A session without labels is not asked about rules over a session. */
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
  // Rules about effects allow a part together, though none covers it alone.
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
