import type { Answer, ApprovalRequest } from '@permesso/protocol/approval';
import { memoryGrants } from '../approval/stores/grant-store.ts';
import { memoryLimits } from '../limits/limit-store.ts';
import { createPolicyGate } from './policy-gate.ts';
import type { PlaceOptions } from '../disk/policy-places.ts';

/**
 * Why an answer meant to last would not be saved. Makes the same round trip as the process where the request is
 * pending, on a gate that saves nothing. Checked before the answer is given, because a person who answers from
 * elsewhere gets no reply afterwards.
 */
export async function whyForgotten(
  { call }: ApprovalRequest,
  answer: Answer,
  places: PlaceOptions = {},
): Promise<string | undefined> {
  if (answer.verdict !== 'allow' || (answer.scope ?? 'once') === 'once' || answer.input !== undefined)
    return undefined;
  const gate = createPolicyGate({
    ...places,
    cwd: call.cwd ?? process.cwd(),
    stores: { grants: memoryGrants(), limits: memoryLimits() },
  });
  const said = await gate.authorize(call, { approver: async () => answer });
  // If the policy by now allows or denies the call without an answer, the process where the request is pending will
  // find out.
  return said.verdict === 'deny' || said.notSaved === undefined ? undefined : `${said.notSaved.reason}.`;
}
