import { canonicalJson } from '@permesso/engine/call';
import { canonical } from './call-key.ts';
import { createRedactor } from '@permesso/engine/facts';
import type { ApprovalRequest } from './approver.ts';

/**
 * The question as it may leave this machine: every text without secrets, and what was found to be one in any place
 * hidden in all of them. Its digest is that of the whole question, so an answer still belongs to exactly this call. A call
 * in which something is hidden cannot be changed from afar: the placeholder of a secret would run in its place.
 */
export function redactRequest(request: ApprovalRequest): ApprovalRequest {
  const { id, digest, callKey, ...shown } = request;
  const redactor = createRedactor();
  // Twice: a name further down may give away what stands in a text further up.
  canonicalJson(shown, redactor);
  if (redactor.found().length === 0) return request;
  const redacted = JSON.parse(canonicalJson(shown, redactor)) as typeof shown;
  const isWhole = canonical(redacted.call) === canonical(shown.call);
  return { id, digest, callKey, ...redacted, editable: redacted.editable && isWhole };
}
