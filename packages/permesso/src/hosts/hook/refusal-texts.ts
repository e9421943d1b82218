import { fill } from '@permesso/engine/call';
import { type Denying, nobody, type UnansweredReason } from '@permesso/protocol/approval';
import { hookDenialTexts as texts } from '../../messages/denials.ts';

/** The text for this answer; undefined where it says by itself why nobody could approve the call, as a team's does. */
export function refusalText(answer: Denying, { isLate }: { readonly isLate: boolean }): string | undefined {
  const { from, comment, unanswered } = answer;
  if (from !== nobody) return comment === undefined ? texts.refused : fill(texts.refusedWith, { comment });
  if (isLate) return texts.timeout;
  return unanswered === undefined ? undefined : texts[toldAs[unanswered]];
}

const toldAs: { readonly [R in UnansweredReason]: 'unavailable' | 'timeout' } = {
  unavailable: 'unavailable',
  expired: 'timeout',
  withdrawn: 'timeout',
};
