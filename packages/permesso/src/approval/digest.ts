import { createHash } from 'node:crypto';
import type { Decision } from '../decision/decision.ts';
import { canonical } from './call-key.ts';

/** What is shown and what is run as one name: another receipt or another call is another question. */
export function questionDigest(callKey: string, { receipt, suggestions, message }: Decision): string {
  return createHash('sha256')
    .update(canonical([callKey, receipt, suggestions, message]))
    .digest('base64url');
}
