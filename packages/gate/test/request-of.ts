import type { ApprovalRequest } from '@permesso/protocol/approval';
import { failureDecision } from '@permesso/engine/decision';

/** A question with everything that was not given left at its plainest. */
export function requestOf(given: Partial<ApprovalRequest> = {}): ApprovalRequest {
  return {
    id: 'q',
    callKey: 'k',
    digest: 'd',
    call: { tool: 'Bash', input: { command: 'make' }, session: 's' },
    kind: 'shell',
    decision: failureDecision('x'),
    effects: [],
    scopes: ['once', 'session', 'project', 'user'],
    editable: false,
    ...given,
  };
}
