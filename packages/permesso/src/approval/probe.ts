import type { ToolCall } from '../call/tool-call.ts';
import type { Decision } from '../decision/decision.ts';
import type { Grant } from '../decision/grant.ts';
import type { Question } from '../decision/question.ts';
import type { Allowing, Probe } from './approver.ts';
import { grantFrom } from './remember.ts';

/** Tries rules on the engine: the same round trip that decides whether an answer is kept. */
export function probeFor(
  about: { readonly asked: Decision; readonly question: Question },
  decide: (call: ToolCall, extra: readonly Grant[]) => Decision,
): Probe {
  const grantOf = (rules: readonly string[]): ReturnType<typeof grantFrom> => {
    const answer: Allowing = { verdict: 'allow', scope: 'session', rules };
    return grantFrom(answer, about);
  };
  return {
    objection: (rules) => {
      const grant = grantOf(rules);
      if (grant === undefined || 'refused' in grant) return grant?.refused ?? 'there is no rule';
      const { verdict } = decide(about.question.call, [grant]);
      return verdict === 'allow'
        ? undefined
        : `with it this call would still be ${verdict === 'ask' ? 'asked about' : 'denied'}`;
    },
    matching: (rules, calls) => {
      const grant = grantOf(rules);
      if (grant === undefined || 'refused' in grant) return [];
      const { session: _session, project: _project, ...anywhere } = grant;
      return calls.filter((call) => speaksOf(decide(call, [anywhere]), grant.id));
    },
  };
}

function speaksOf({ receipt }: Decision, grant: string): boolean {
  return receipt.parts.some(({ contributions }) => contributions.some(({ rule }) => rule.grant === grant));
}
