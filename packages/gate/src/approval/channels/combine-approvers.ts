import { messageOf } from '@permesso/engine/call';
import { type Answer, type Approver, CannotAsk } from '@permesso/protocol/approval';

/**
 * Asks several approvers at once; the first answer counts and the others are aborted. An approver that cannot ask or
 * fails does not count as an answer. If none can ask, the call has no approver.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import { commandApprover, race, terminalApprover } from '@permesso/gate/approvers';
 * const office = commandApprover({ command: ['ask-the-office'], deadline: 60_000 });
 * const gate = createGate({ policy: {}, approver: race(terminalApprover(), office) });
 * ```
 */
export function race(...approvers: readonly Approver[]): Approver {
  return async (request, options) => {
    const over = new AbortController();
    const signal = AbortSignal.any([options.signal, over.signal]);
    const failures: string[] = [];
    let broken: Error | undefined;
    try {
      return await Promise.any(
        approvers.map(async (approver): Promise<Answer> => {
          try {
            return await approver(request, { ...options, signal });
          } catch (error) {
            if (error instanceof CannotAsk) failures.push(error.message);
            else broken ??= error instanceof Error ? error : new Error(messageOf(error));
            throw error;
          }
        }),
      );
    } catch {
      // The model may read why nobody can be asked, but not how an approver failed.
      if (broken !== undefined) throw broken;
      throw new CannotAsk(failures.length === 0 ? 'nobody can be asked' : failures.join('; '));
    } finally {
      over.abort();
    }
  };
}

/**
 * Asks one approver after the other: the next only if the previous one has no way to ask.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import { commandApprover, terminalApprover, tryInOrder } from '@permesso/gate/approvers';
 * const office = commandApprover({ command: ['ask-the-office'], deadline: 60_000 });
 * const gate = createGate({ policy: {}, approver: tryInOrder(terminalApprover(), office) });
 * ```
 */
export function tryInOrder(...approvers: readonly Approver[]): Approver {
  return async (request, options) => {
    const failures: string[] = [];
    for (const approver of approvers) {
      try {
        return await approver(request, options);
      } catch (error) {
        if (!(error instanceof CannotAsk)) throw error;
        failures.push(error.message);
      }
    }
    throw new CannotAsk(failures.length === 0 ? 'nobody can be asked' : failures.join('; '));
  };
}
