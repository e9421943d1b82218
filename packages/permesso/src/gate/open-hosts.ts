import { messageOf } from '@permesso/engine/internal/errors';
import type { Allowing, ApprovalRequest, Denying } from '@permesso/protocol/approval/approver';
import { hostsObjection } from '../approval/offered-answer.ts';
import { unusableAnswerTexts } from '../messages/denials.ts';
import type { GateState } from './gate-state.ts';

const eightHours = 8 * 60 * 60_000;

/**
 * Opens what the request offered, and nothing else. The call is not approved by it: it is decided again under the policy as
 * it is then, so that it runs sandboxed or is asked about. A no where nothing was opened.
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
    return no(`${unusableAnswerTexts.hostsNotOpened} ${messageOf(error)}`);
  }
  state.source.refresh();
  state.waiting.recheck();
  return undefined;
}

function no(comment: string): Denying {
  return { verdict: 'deny', comment };
}
