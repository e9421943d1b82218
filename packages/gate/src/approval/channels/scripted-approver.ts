import type { Answer, ApprovalRequest, Approver } from '@permesso/protocol/approval';

/**
 * An approver for tests: answers in order, records what it was asked, and denies after the last answer.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import { scriptedApprover } from '@permesso/gate/approvers';
 * const person = scriptedApprover([{ verdict: 'allow' }, { verdict: 'deny', comment: 'Not twice.' }]);
 * const gate = createGate({ policy: {}, approver: person });
 * ```
 */
export function scriptedApprover(
  answers: readonly (Answer | ((request: ApprovalRequest) => Answer))[],
): Approver & {
  readonly asked: readonly ApprovalRequest[];
} {
  const asked: ApprovalRequest[] = [];
  const approve: Approver = (request) => {
    const answer = answers[asked.length];
    asked.push(request);
    if (answer === undefined)
      return Promise.resolve({ verdict: 'deny', comment: 'the script has no answer left' });
    return Promise.resolve(typeof answer === 'function' ? answer(request) : answer);
  };
  return Object.assign(approve, { asked });
}
