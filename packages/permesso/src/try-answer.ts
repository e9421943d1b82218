import type { Answer, ApprovalRequest } from './approval/approver.ts';
import { memoryGrants } from './approval/grant-store.ts';
import { createPolicyGate } from './policy-gate.ts';
import type { PlaceOptions } from './world/policy-places.ts';

/**
 * Why an answer that is meant to last would not: the same round trip as where the question waits, on a gate that keeps
 * nothing. Told before it is given, because whoever answers from elsewhere never hears of it afterwards.
 */
export async function whyForgotten(
  { call }: ApprovalRequest,
  answer: Answer,
  places: PlaceOptions = {},
): Promise<string | undefined> {
  if (answer.verdict !== 'allow' || (answer.scope ?? 'once') === 'once' || answer.input !== undefined)
    return undefined;
  const gate = createPolicyGate({ ...places, cwd: call.cwd ?? process.cwd(), grants: memoryGrants() });
  const said = await gate.authorize(call, { approver: async () => answer });
  // Without an answer the policy allows or denies it by now, and where the question waits that will be found out.
  const isKept = said.verdict !== 'allow' || said.answer === undefined || said.grant !== undefined;
  return isKept ? undefined : said.message.replace(/^Allowed once: /, '');
}
