import { fill } from '@permesso/engine/call';
import { PolicyError } from '@permesso/engine/policy';
import { type Denying, nobody, type UnansweredReason } from '@permesso/protocol/approval';
import { deniedTexts, hookDenialTexts as texts } from '@permesso/gate/messages';
import { CannotWrite } from '@permesso/gate/disk';

/**
 * The text for this answer; undefined if the answer explains itself why nobody could approve the call, as a team's
 * does.
 */
export function refusalText(answer: Denying, { isLate }: { readonly isLate: boolean }): string | undefined {
  const { from, comment, unanswered } = answer;
  if (from !== nobody)
    return comment === undefined
      ? deniedTexts.byPerson
      : fill(deniedTexts.byPersonWith, { denied: deniedTexts.byPerson, comment });
  if (isLate) return texts.timeout;
  return unanswered === undefined ? undefined : texts[toldAs[unanswered]];
}

const toldAs: { readonly [R in UnansweredReason]: 'unavailable' | 'timeout' } = {
  unavailable: 'unavailable',
  expired: 'timeout',
  withdrawn: 'timeout',
};

/**
 * The part of an error that a model may read: our own texts in full. The system, a parser or a library may quote a
 * file or a URL with its password, so of theirs only the code or the kind is given.
 */
export function toldFailure(error: unknown): string {
  if (error instanceof PolicyError || error instanceof CannotWrite) return error.message;
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined;
  if (error instanceof Error && error.constructor === Error && code === undefined) return error.message;
  const kind = error instanceof Error ? error.name : typeof error;
  const what = typeof code === 'string' && /^[A-Z][A-Z\d_]{1,60}$/.test(code) ? code : kind;
  return fill(deniedTexts.neededFailed, { what });
}
