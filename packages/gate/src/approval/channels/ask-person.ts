import { definedFields, fill } from '@permesso/engine/call';
import { unansweredTexts as texts } from '../../messages/denials.ts';
import {
  type Answer,
  type ApprovalRequest,
  type Approver,
  CannotAsk,
  type Probe,
  unanswered,
  withdrawn,
} from '@permesso/protocol/approval';
import { readAnswer } from '../read-answer.ts';
import { TooManyRequests } from '../stores/most-pending.ts';

export interface Asking {
  readonly approver: Approver | undefined;
  readonly signal: AbortSignal | undefined;
  readonly probe?: Probe;
  /** Told what went wrong: the model is not. */
  readonly onError?: (error: unknown) => void;
  /** Called when the answer is already in the log. */
  readonly onRecorded?: () => void;
}

/** Asks and waits. An absent person, a failure, a withdrawn request or an unclear answer denies the call. */
export async function askPerson(
  request: ApprovalRequest,
  { approver, signal, probe, onError, onRecorded }: Asking,
): Promise<Answer> {
  const stop = signal ?? new AbortController().signal;
  if (approver === undefined) return unanswered(texts.unavailable, 'unavailable');
  if (stop.aborted) return withdrawn;
  const waiting = abortion(stop);
  try {
    const asked = approver(request, { signal: stop, ...definedFields({ probe, recorded: onRecorded }) });
    return readAnswer(await Promise.race([asked, waiting.aborted]));
  } catch (error) {
    if (error instanceof TooManyRequests) return unanswered(error.message, 'unavailable');
    if (error instanceof CannotAsk)
      return unanswered(fill(texts.unavailableBecause, { why: error.message }), 'unavailable');
    onError?.(error);
    // Not the error: an address, a token or a stack of the app is nothing for a model.
    return unanswered(texts.askingFailed, 'unavailable');
  } finally {
    waiting.forget();
  }
}

/** The listener is removed again: one signal may live through thousands of questions. */
function abortion(signal: AbortSignal): { readonly aborted: Promise<Answer>; readonly forget: () => void } {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const onAbort = (): void => resolve(withdrawn);
  signal.addEventListener('abort', onAbort, { once: true });
  return { aborted: promise, forget: () => signal.removeEventListener('abort', onAbort) };
}
