import { type Approver, CannotAsk } from '@permesso/protocol/approval';
import { isAnyonePresent } from './presence.ts';

/** Where people announce that they are present, and how often to check. */
export interface PresenceOptions {
  /** This user's state directory. */
  readonly state: string;
  /** Milliseconds between checks. Default: one second. */
  readonly every?: number;
}

/**
 * Asks only while someone is present to answer. If nobody is, or the last person leaves, it throws `CannotAsk`.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import { requirePresence, terminalApprover } from '@permesso/gate/approvers';
 * const approver = requirePresence(terminalApprover(), { state: '/var/lib/app' });
 * const gate = createGate({ policy: {}, approver });
 * ```
 */
export function requirePresence(approver: Approver, { state, every = 1000 }: PresenceOptions): Approver {
  return async (request, options) => {
    if (!isAnyonePresent(state)) throw new CannotAsk(nobody);
    const left = new AbortController();
    const timer = setInterval(() => {
      if (!isAnyonePresent(state)) left.abort();
    }, every);
    try {
      const answer = await approver(request, {
        ...options,
        signal: AbortSignal.any([options.signal, left.signal]),
      });
      // An aborted approver answers with a denial of its own; an approval given before that still counts.
      if (left.signal.aborted && !options.signal.aborted && answer.verdict === 'deny')
        throw new CannotAsk('the person who was there to answer has left');
      return answer;
    } finally {
      clearInterval(timer);
    }
  };
}

const nobody = 'nobody is there to answer; `permesso pending --watch` in another terminal answers';
