import type { Grant } from '@permesso/engine/decision';

export interface PermissionUpdate {
  type: 'addRules';
  rules: { toolName: string; ruleContent?: string }[];
  behavior: 'allow';
  destination: 'session';
}

/**
 * What an approval for the session tells the SDK, so that its own rule list matches ours. Longer approvals stay with
 * us: a rule in the SDK's files would outlive a revocation.
 */
export function updatesOf(grant: Grant | undefined): PermissionUpdate[] {
  if (grant?.scope !== 'session' || grant.rules.length === 0 || grant.expires !== undefined) return [];
  const rules = grant.rules.map(({ text }) => ruleOf(text));
  return [{ type: 'addRules', rules, behavior: 'allow', destination: 'session' }];
}

function ruleOf(text: string): { toolName: string; ruleContent?: string } {
  const open = text.indexOf('(');
  if (open < 0 || !text.endsWith(')')) return { toolName: text };
  return { toolName: text.slice(0, open), ruleContent: text.slice(open + 1, -1) };
}
