import type { Answer } from '@permesso/protocol/approval';
import { answered, type InboxItem } from '@permesso/protocol/console';
import { send } from '../api.ts';
import { signedRequest } from '../plugin-parts/signed-request.ts';
import { apiTexts as texts } from '../texts/api.ts';

/** Returns the outcome as text. */
export async function answerRequest({ id, digest, team }: InboxItem, answer: Answer): Promise<string> {
  const done = answer.verdict === 'allow' ? texts.allowed : texts.denied;
  if (team === undefined) {
    await send('POST', '/api/answer', { id, digest, answer });
    return done;
  }
  const path = `/v1/approvals/${id}/answer`;
  const body = { digest, ...answer };
  const { state } = await signedRequest(
    answered,
    { method: 'POST', path, body },
    { act: 'answer', subject: id },
  );
  return state === 'pending' ? texts.noted : done;
}
