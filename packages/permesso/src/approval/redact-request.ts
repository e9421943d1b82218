import { redactSecrets } from '../facts/secrets.ts';
import type { ApprovalRequest } from './approver.ts';

/**
 * The question as it may leave this machine: every text without secrets. Its digest is that of the whole question, so
 * an answer still belongs to exactly this call.
 */
export function redactRequest(request: ApprovalRequest): ApprovalRequest {
  return redact(request, 0) as ApprovalRequest;
}

const deepest = 60;

function redact(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return redactSecrets(value).text;
  if (typeof value !== 'object' || value === null) return value;
  if (depth > deepest) return 'too deep to be shown';
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  const entries = Object.entries(value).map(([key, item]): readonly [string, unknown] => [
    redactSecrets(key).text,
    // A secret may be told by its name alone: `password: hunter2` is none without it.
    typeof item === 'string' ? redactNamed(key, item) : redact(item, depth + 1),
  ]);
  return Object.fromEntries(entries);
}

function redactNamed(name: string, value: string): string {
  const prefix = `${name}=`;
  const redacted = redactSecrets(`${prefix}${value}`).text;
  return redacted.startsWith(prefix) ? redacted.slice(prefix.length) : redactSecrets(value).text;
}
