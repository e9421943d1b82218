import { type Agent, canonicalJson, type Owner, type ToolCall } from '@permesso/engine/call';
import { createRedactor } from '@permesso/engine/facts';

/** The call as a check sees it, with secrets hidden. */
export type CheckedCall = Pick<
  ToolCall,
  'tool' | 'input' | 'principal' | 'agent' | 'session' | 'cwd' | 'host'
>;

/** Permitted, or refused with a reason for the person. */
export type CheckReply =
  | { readonly permitted: true }
  | { readonly permitted: false; readonly reason?: string };

/**
 * Decides whether a call is permitted. It can only tighten: a permission lifts the rule that names the check and no
 * other. A check that throws or answers too late permits nothing.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import type { ExternalCheck } from '@permesso/gate/checks';
 * const officeHours: ExternalCheck = async () =>
 *   new Date().getUTCHours() < 18 ? { permitted: true } : { permitted: false, reason: 'the office is closed' };
 * const gate = createGate({
 *   policy: { deny: [{ rule: 'refund', check: 'office' }] },
 *   checks: { office: officeHours },
 * });
 * ```
 */
export type ExternalCheck = (
  call: CheckedCall,
  how: { readonly signal: AbortSignal },
) => Promise<CheckReply> | CheckReply;

/** The call without secrets, for others to see. */
export function redactedCall({
  tool,
  input,
  owner,
  principal,
  agent,
  session,
  cwd,
  host,
}: ToolCall): CheckedCall {
  const who = principal ?? owner;
  const shown = {
    tool,
    input,
    ...present('principal', who),
    ...present('agent', agent),
    ...present('session', session),
    ...present('cwd', cwd),
    ...present('host', host),
  };
  const redactor = createRedactor();
  const once = canonicalJson(shown, redactor);
  // A secret recognized by its key may also occur in an earlier text.
  const text = redactor.found().length === 0 ? once : canonicalJson(shown, redactor);
  return JSON.parse(text) as CheckedCall;
}

function present(name: string, value: Owner | Agent | string | undefined): object {
  return value === undefined ? {} : { [name]: value };
}
