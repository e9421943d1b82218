import { type HostOutcome, type Payload, isPayload, textIn } from '@permesso/gate/payloads';

/** What the agent is told. There is no room for a reason. */
export type PermissionOutcome =
  | { readonly outcome: 'selected'; readonly optionId: string }
  | { readonly outcome: 'cancelled' };

/**
 * A verdict -> one of the agent's own options; undefined where the editor must ask. Never an option that lasts: what
 * is remembered is remembered here, not in the agent.
 */
export function outcomeFor(verdict: HostOutcome['verdict'], params: Payload): PermissionOutcome | undefined {
  if (verdict === 'ask') return undefined;
  const kind = verdict === 'allow' ? 'allow_once' : 'reject_once';
  const optionId = onlyOption(params, kind);
  if (optionId !== undefined) return { outcome: 'selected', optionId };
  return verdict === 'allow' ? undefined : { outcome: 'cancelled' };
}

/** The one option of this kind, under a name that no other has: two alike leave open what would be chosen. */
function onlyOption(params: Payload, kind: string): string | undefined {
  const options: readonly unknown[] = Array.isArray(params['options']) ? params['options'] : [];
  const [first, second] = options.filter((one) => isPayload(one) && one['kind'] === kind);
  if (first === undefined || second !== undefined || !isPayload(first)) return undefined;
  const id = textIn(first, 'optionId');
  const sameName = options.filter((one) => isPayload(one) && one['optionId'] === id);
  return sameName.length === 1 ? id : undefined;
}
