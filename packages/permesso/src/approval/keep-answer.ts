import type { Decision } from '../decision/decision.ts';
import { messageOf } from '../facts/read-facts.ts';
import type { Question } from '../decision/question.ts';
import { allowed, denied, type Authorization } from './authorization.ts';
import type { Approved } from './authorize.ts';
import type { Denying } from './approver.ts';
import type { Desk } from './desk.ts';
import { denialFrom, grantFrom } from './remember.ts';

/** Keeps a yes as a grant if it was meant to last. The call runs in any case: once. */
export async function keepYes(
  { call, answer, request, asked, question }: Approved,
  decision: Decision,
  { decide, grants, waiting, tell }: Desk,
): Promise<Authorization> {
  const yes = { ...allowed(decision), answer };
  const once = (why: string): Authorization => ({ ...yes, message: `Allowed once: ${why}.` });
  const grant = grantFrom(answer, { asked, question });
  if (grant === undefined) return yes;
  if ('refused' in grant) return once(grant.refused);
  // What was not offered was kept from the person for a reason, whatever a surface answers.
  if (!request.scopes.includes(grant.scope))
    return once(`it can be allowed for ${request.scopes.join(' or ')}`);
  // The round trip: a grant is kept only if it decides the call that it was given for.
  if (decide(call, [grant]).decision.verdict !== 'allow')
    return once('the rule would not allow this call, so it was not kept');
  try {
    await grants.add(grant);
  } catch (error) {
    return once(`the grant could not be kept: ${messageOf(error)}`);
  }
  tell.granted(grant);
  waiting.recheck();
  return { ...yes, grant };
}

/** Refuses the call, and all like it where the no was meant to last. */
export async function keepNo(
  answer: Denying,
  about: { readonly asked: Decision; readonly question: Question },
  { grants, waiting }: Desk,
): Promise<Authorization> {
  const refusal = denied(about.asked, answer);
  const forgotten = (why: string): Authorization => ({
    ...refusal,
    message: `${refusal.message} This no could not be remembered${why}.`,
  });
  const denial = denialFrom(answer, about);
  if (denial === undefined) return refusal;
  if ('refused' in denial || grants.deny === undefined) return forgotten('');
  try {
    await grants.deny(denial);
  } catch (error) {
    return forgotten(`: ${messageOf(error)}`);
  }
  waiting.recheck();
  return refusal;
}
