import { canonicalJson } from '../call/canonical-json.ts';
import { createRedactor } from '../facts/redactor.ts';
import type { ApprovalRequest } from './approver.ts';

/**
 * The question as it may leave this machine: every text without secrets, and what was found to be one in any place
 * hidden in all of them. Its digest is that of the whole question, so an answer still belongs to exactly this call.
 */
export function redactRequest(request: ApprovalRequest): ApprovalRequest {
  const { id, digest, callKey, ...shown } = request;
  const redactor = createRedactor();
  // Twice: a name further down may give away what stands in a text further up.
  canonicalJson(shown, redactor);
  const redacted = JSON.parse(canonicalJson(shown, redactor)) as typeof shown;
  return { id, digest, callKey, ...redacted };
}
