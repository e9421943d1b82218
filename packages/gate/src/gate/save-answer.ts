import type { Allowing, ApprovalRequest, Denying } from '@permesso/protocol/approval';
import { denialFrom, grantFrom } from '../approval/answer-to-grant.ts';
import { hostsObjection } from '../approval/offered-answer.ts';
import { unusableAnswerTexts } from '../messages/denials.ts';
import { reportFailure } from '../stores/reported-stores.ts';
import { allowed, denied, type AllowedCall, type Settlement } from './authorization.ts';
import { verdictWith, type ApprovedCall, type AskedCall, type Decided } from './decide-now.ts';
import type { GateState } from './gate-state.ts';
import { trustSources } from './session/trust-sources.ts';

/** Saves an approval as a grant if it was meant to last. The call itself runs either way. */
export async function saveGrant(
  state: GateState,
  approved: ApprovedCall,
  now: Decided,
): Promise<AllowedCall> {
  const { call, answer, request, decision: asked, basis } = approved;
  const yes = { ...allowed(call, now.decision), answer };
  const once = (reason: string): AllowedCall => ({
    ...yes,
    message: `Allowed once: ${reason}.`,
    notSaved: { reason },
  });
  const untrusted = await trustSources(state, approved);
  if (untrusted !== undefined) return once(untrusted);
  const grant = grantFrom(answer, { asked, input: basis.input });
  if (grant === undefined) return yes;
  if ('refused' in grant) return once(grant.refused);
  // A scope that was not offered was withheld for a reason, whatever a client sends.
  if (!request.scopes.includes(grant.scope))
    return once(
      request.scopes.length === 1
        ? 'a call like this asks each time'
        : `it can be allowed for ${request.scopes.join(' or ')}`,
    );
  // The round trip: a grant is saved only if it decides the call that it was given for, with the facts just read.
  if (now.basis === undefined || verdictWith(now.basis, grant) !== 'allow')
    return once('the rule would not allow this call, so it was not kept');
  try {
    await state.grants.add(grant);
  } catch (error) {
    reportFailure(state.recorder, error);
    return once('the grant could not be kept');
  }
  state.recorder.emit({ type: 'granted', at: Date.now(), grant });
  recheckSaved(state);
  return { ...yes, grant };
}

/** Denies the call, and all like it if the denial was meant to last. */
export async function saveDenial(
  state: GateState,
  { call, decision: asked, basis }: AskedCall,
  answer: Denying,
): Promise<Settlement> {
  const refusal = denied(call, asked, answer);
  const forgotten = (why: string): Settlement => ({
    ...refusal,
    message: `${refusal.message} This denial could not be remembered${why}.`,
  });
  const denial = denialFrom(answer, { asked, input: basis.input });
  if (denial === undefined) return refusal;
  if ('refused' in denial || state.grants.deny === undefined) return forgotten('');
  try {
    await state.grants.deny(denial);
  } catch (error) {
    reportFailure(state.recorder, error);
    return forgotten('');
  }
  recheckSaved(state);
  return refusal;
}

/** An answer saved for the project is a rule in a file: pending calls are decided again with it. */
function recheckSaved({ source, waiting }: GateState): void {
  source.refresh();
  waiting.recheck();
}

const eightHours = 8 * 60 * 60_000;

/**
 * Opens the hosts that the request offered, and no others. This does not approve the call: it is decided again under
 * the resulting policy, so it runs sandboxed or is asked about. A denial if nothing was opened.
 */
export async function openHosts(
  state: GateState,
  request: ApprovalRequest,
  answer: Allowing,
): Promise<Denying | undefined> {
  const { hosts = [], until = state.clock.now() + eightHours } = answer;
  if (state.openHosts === undefined || hostsObjection(answer, request) !== undefined)
    return no(unusableAnswerTexts.hostsNotOffered);
  if (!(until > state.clock.now())) return no(unusableAnswerTexts.hostsExpired);
  try {
    await state.openHosts(hosts, { until, cwd: request.call.cwd });
  } catch (error) {
    reportFailure(state.recorder, error);
    return no(unusableAnswerTexts.hostsNotOpened);
  }
  recheckSaved(state);
  return undefined;
}

function no(comment: string): Denying {
  return { verdict: 'deny', comment };
}
