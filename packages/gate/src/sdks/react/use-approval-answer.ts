import { useCallback, useRef, useState } from 'react';

/** The answer of a card. The server checks it: `guard.answer` refuses every rule that was not offered. */
export type CardAnswer =
  | {
      readonly verdict: 'allow';
      readonly scope?: 'session';
      readonly rules?: readonly string[];
      /** Run this instead, if the request is `editable`. */
      readonly input?: Readonly<Record<string, unknown>>;
    }
  | { readonly verdict: 'deny'; readonly comment?: string };

/** The progress of an answer, and the function that sends it. */
export interface ApprovalAnswering {
  /** After `failed`, the answer may be sent again. */
  readonly state: 'open' | 'sending' | 'allowed' | 'denied' | 'failed';
  /** Sends at most one answer: while one is being sent, and after it was delivered, nothing more is sent. */
  readonly answer: (answer: CardAnswer) => void;
}

/**
 * Sends one answer to one request, without any UI of its own.
 *
 * @example
 * ```tsx
 * import { useApprovalAnswer, type CardAnswer } from '@permesso/gate/react';
 * export const Deny = ({ send }: { send: (answer: CardAnswer) => Promise<unknown> }) => {
 *   const { state, answer } = useApprovalAnswer(send);
 *   return <button disabled={state !== 'open'} onClick={() => answer({ verdict: 'deny' })}>Deny</button>;
 * };
 * ```
 */
export function useApprovalAnswer(send: (answer: CardAnswer) => Promise<unknown>): ApprovalAnswering {
  const [state, setState] = useState<ApprovalAnswering['state']>('open');
  // A second click may come before React has rendered the first.
  const isSent = useRef(false);
  const answer = useCallback(
    (given: CardAnswer) => {
      if (isSent.current) return;
      isSent.current = true;
      setState('sending');
      new Promise((resolve) => resolve(send(given))).then(
        () => setState(given.verdict === 'allow' ? 'allowed' : 'denied'),
        () => {
          isSent.current = false;
          setState('failed');
        },
      );
    },
    [send],
  );
  return { state, answer };
}
