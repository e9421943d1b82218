import { Problem } from '../route/problem.ts';
import type { Approval } from './combine-answers.ts';
import type { ApprovalRow } from './approval-rows.ts';

export interface Saying {
  readonly verdict: 'allow' | 'deny';
  readonly yes: Approval;
}

/** Why nobody may say this, whatever the question's state. */
export function answerObjection({ verdict, yes }: Saying): (asked: ApprovalRow) => Problem | undefined {
  return (asked) => {
    if (verdict === 'allow') return allowObjection(asked, yes);
    return yes.input === undefined ? undefined : new Problem(422, 'a no changes no call');
  };
}

function allowObjection(asked: ApprovalRow, { scope, input }: Approval): Problem | undefined {
  const { scopes: offered, editable } = asked.request;
  if (scope !== 'once' && !offered.includes(scope))
    return new Problem(422, `a yes cannot last that long here; it can for: ${offered.join(', ')}`);
  if (input === undefined) return undefined;
  if (!editable) return new Problem(422, 'the agent that asks cannot run a changed call');
  if (scope !== 'once') return new Problem(422, 'a changed call is allowed once');
  // The others would agree to a call that they have not seen.
  return asked.quorum === 1
    ? undefined
    : new Problem(422, 'a call that several must allow cannot be changed');
}
