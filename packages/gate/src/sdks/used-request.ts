import { spaceOf, type ToolCall } from '@permesso/engine/call';
import { type Answer, type Denying, expiredBy } from '@permesso/protocol/approval';
import { answerAs } from '../approval/answer-as.ts';
import type { ApprovalStore } from '../approval/stores/approval-store.ts';
import { unusableAnswerTexts } from '../messages/denials.ts';

export const neverAsked = (): Denying => ({ verdict: 'deny', comment: unusableAnswerTexts.neverAsked });

interface Returned {
  /** The SDK's id of the call. */
  readonly id: string;
  readonly call: ToolCall;
  readonly callKey: string;
  /** The answer in the resumed run. It often comes from a browser. */
  readonly said: Answer;
  readonly store: ApprovalStore;
  readonly now: number;
}

/**
 * If a call comes back with an answer but the policy no longer asks about it, consumes the request made for it: a
 * call that no model made and nobody was asked about was forged on the way. Returns why it may not run.
 */
export async function useUpRequest({
  id,
  call,
  callKey,
  said,
  store,
  now,
}: Returned): Promise<Denying | undefined> {
  const listed = await store.list({ owner: spaceOf(call.owner).owner ?? 'nobody' });
  for (const found of listed) {
    const { request } = found;
    const isOfSession = call.session === undefined || call.session === request.call.session;
    if (request.id !== id || request.callKey !== callKey || !isOfSession) continue;
    const { state, answer } = expiredBy(found, now);
    if (said.verdict === 'deny') {
      await answerAs(store, found, { at: now, answer: said, approver: call.principal ?? call.owner });
      return said;
    }
    // The person approved another input than this one.
    if (answer?.verdict === 'allow' && answer.input !== undefined) continue;
    const used = await store.change(
      found.id,
      state === 'pending'
        ? { type: 'cancel', at: now, why: 'the policy allows it by now' }
        : { type: 'consume', at: now, callKey, digest: request.digest },
    );
    if (used?.accepted === true) return undefined;
  }
  return neverAsked();
}
