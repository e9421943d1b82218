import { createHash } from 'node:crypto';
import type { Receipt } from '@permesso/engine/decision';
import type { ApprovalRequest } from './approver.ts';
import { canonical } from './call-key.ts';

/**
 * Identifies what is shown together with what runs: another call, another receipt, another effect or another choice is another
 * request. A redirected link changes only the effects. Whether a limit is exceeded counts, its exact usage does not: someone
 * else's call must not invalidate an approval.
 */
export function requestDigest(shown: Omit<ApprovalRequest, 'id' | 'digest' | 'call'>): string {
  const { callKey, decision, effects, summary, scopes, denialScopes, editable, hosts, sources } = shown;
  const { receipt, suggestions, message } = decision;
  return createHash('sha256')
    .update(
      canonical([
        callKey,
        withoutCounters(receipt),
        suggestions,
        message,
        effects.map(({ known: _known, ...effect }) => effect),
        scopes,
        editable,
        ...(summary === undefined ? [] : [summary]),
        ...(hosts ?? []),
        ...(sources === undefined ? [] : [{ sources }]),
        ...(denialScopes === undefined ? [] : [{ denialScopes }]),
      ]),
    )
    .digest('base64url');
}

function withoutCounters(receipt: Receipt): Receipt {
  if (receipt.limits === undefined) return receipt;
  return { ...receipt, limits: receipt.limits.map(({ used: _used, ...limit }) => limit) };
}
