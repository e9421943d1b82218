import type { Answer, ApprovalRequest } from '@permesso/protocol/approval';
import { memoryGrants } from '../approval/stores/grant-store.ts';
import { memoryLimits } from '../limits/limit-store.ts';
import { createPolicyGate } from './policy-gate.ts';
import type { PlaceOptions } from '../disk/policy-places.ts';

/**
 * Why an answer that is meant to last would not: the same round trip as where the question waits, on a gate that keeps
 * nothing. Told before it is given, because somebody who answers from elsewhere is not told afterwards.
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
  // Without an answer the policy allows or denies it by now, and where the request waits that will be found out.
  return said.verdict === 'deny' || said.notSaved === undefined ? undefined : `${said.notSaved.reason}.`;
}
