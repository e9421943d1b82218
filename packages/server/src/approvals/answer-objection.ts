import { Problem } from '../route/problem.ts';
import { scopes, type Approval } from './combine-answers.ts';
import type { ApprovalRow } from './approval-rows.ts';
import { cannotBeUndone } from './signed-in-reason.ts';

export interface Saying {
  readonly verdict: 'allow' | 'deny';
  readonly yes: Approval;
}

/** Why nobody may give this answer, whatever the request's state. */
export function answerObjection({ verdict, yes }: Saying): (asked: ApprovalRow) => Problem | undefined {
  return (asked) => {
    if (verdict === 'allow') return allowObjection(asked, yes);
    return yes.input === undefined ? undefined : new Problem(422, 'a denial cannot change the call');
  };
}

function allowObjection(asked: ApprovalRow, yes: Approval): Problem | undefined {
  const { scope, input } = yes;
  if (scope !== 'once' && input === undefined) return lastingObjection(asked, yes);
  if (input === undefined) return undefined;
  if (!asked.request.editable) return new Problem(422, 'the agent that asks cannot run a changed call');
  if (scope !== 'once') return new Problem(422, 'a changed call is allowed once');
  // The others would agree to a call that they have not seen.
  return asked.quorum === 1
    ? undefined
    : new Problem(422, 'a call that several must allow cannot be changed');
}

const aDay = 24 * 60 * 60_000;
const mostDays = 90;

/** How long an answer lasts by default. */
const usualMs = { session: aDay / 2, project: 30 * aDay, user: 30 * aDay } as const;

/** A lasting answer always has an end. */
export function withEnd(yes: Approval, at: Date): Approval {
  if (yes.scope === 'once') return yes;
  return { ...yes, until: yes.until ?? at.getTime() + usualMs[yes.scope] };
}

/**
 * Why an answer cannot last as long as it asks. Which rules it may name depends on the active policy
 * (`standing/offered-rules.ts`).
 */
function lastingObjection(asked: ApprovalRow, { scope, until }: Approval): Problem | undefined {
  const permitted = scopes.slice(0, scopes.indexOf(asked.longest) + 1);
  const offered = asked.request.scopes.filter((each) => permitted.includes(each));
  if (!offered.includes(scope))
    return new Problem(
      422,
      `an approval cannot last that long here; allowed: ${offered.join(', ') || 'once'}`,
    );
  if (cannotBeUndone(asked.request))
    return new Problem(422, 'this call cannot be undone, so it is allowed once at a time');
  const now = asked.at.getTime();
  if (until !== undefined && (until <= now || until > now + mostDays * aDay))
    return new Problem(422, `an answer that lasts ends within ${mostDays} days`);
  return undefined;
}
