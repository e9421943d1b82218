import { canonicalJson } from '@permesso/engine/call';
import { canonical } from './call-key.ts';
import { createRedactor } from '@permesso/engine/facts';
import type { ApprovalRequest } from './approver.ts';

/**
 * The request as it may leave this machine: without secrets, and with every text found to be a secret in one place hidden in
 * all places. Its digest is that of the original, so an answer still belongs to exactly this call. A call with hidden text
 * cannot be edited remotely: the placeholder of a secret would run in its place.
 */
export function redactRequest(request: ApprovalRequest): ApprovalRequest {
  const { id, digest, callKey, ...shown } = request;
  const redactor = createRedactor();
  // Runs twice: a name found later may identify a secret in an earlier text.
  canonicalJson(shown, redactor);
  if (redactor.found().length === 0) return request;
  const redacted = JSON.parse(canonicalJson(shown, redactor)) as typeof shown;
  const isWhole = canonical(redacted.call) === canonical(shown.call);
  return { id, digest, callKey, ...redacted, editable: redacted.editable && isWhole };
}
