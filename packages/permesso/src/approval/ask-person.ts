import type { Scope } from '../decision/grant.ts';
import { messageOf } from '../facts/read-facts.ts';
import type { Answer, ApprovalRequest, Approver } from './approver.ts';

export interface Asking {
  readonly approver: Approver | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Puts the question and waits. Nobody there, a failure, a withdrawal or an unclear answer is a deny. */
export async function askPerson(request: ApprovalRequest, { approver, signal }: Asking): Promise<Answer> {
  const stop = signal ?? new AbortController().signal;
  if (approver === undefined)
    return { verdict: 'deny', words: 'This needs an approval and nobody could be asked.' };
  if (stop.aborted) return withdrawn;
  const waiting = abortion(stop);
  try {
    return readAnswer(await Promise.race([approver(request, { signal: stop }), waiting.aborted]));
  } catch (error) {
    return { verdict: 'deny', words: `Asking failed: ${messageOf(error)}` };
  } finally {
    waiting.forget();
  }
}

const withdrawn: Answer = { verdict: 'deny', words: 'The question was withdrawn.' };

/** The listener is removed again: one signal may live through thousands of questions. */
function abortion(signal: AbortSignal): { readonly aborted: Promise<Answer>; readonly forget: () => void } {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const onAbort = (): void => resolve(withdrawn);
  signal.addEventListener('abort', onAbort, { once: true });
  return { aborted: promise, forget: () => signal.removeEventListener('abort', onAbort) };
}

/** An approver without types may answer anything; only a clear yes is a yes. */
function readAnswer(answer: Answer | null | undefined): Answer {
  if (answer?.verdict === 'deny') return answer;
  if (answer?.verdict === 'allow' && isScope(answer.scope) && isTexts(answer.rules)) return answer;
  return { verdict: 'deny', words: 'The approver gave no clear answer.' };
}

function isScope(scope: unknown): boolean {
  if (typeof scope !== 'object' || scope === null)
    return scope === undefined || scopes.some((name) => name === scope);
  return 'until' in scope && Number.isFinite(scope.until);
}

const scopes: readonly Scope[] = ['once', 'session', 'project', 'user'];

function isTexts(rules: unknown): boolean {
  return rules === undefined || (Array.isArray(rules) && rules.every((rule) => typeof rule === 'string'));
}
