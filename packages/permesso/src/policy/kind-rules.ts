import type { Kind } from '../call/kind.ts';
import type { Layer } from './layer.ts';

/** A default and a decision for each kind of call, as agent workflows write it under `tool_permissions`. */
export interface KindRules {
  /** `allow` when absent. */
  readonly default?: 'allow' | 'deny';
  readonly rules?: readonly { readonly kind: Exclude<Kind, 'other'>; readonly decision?: 'allow' | 'deny' }[];
}

const named: { readonly [K in Exclude<Kind, 'other'>]: string } = {
  shell: 'shell',
  read: 'read',
  write: 'write',
  url: 'url',
  mcp: 'mcp',
};

/**
 * These rules know no asking: what is allowed runs, the rest is refused. So the mode is bypass where the default is
 * allow, and dontAsk where it is deny.
 */
export function fromKindRules({ default: fallback = 'allow', rules = [] }: KindRules): Layer {
  // A shell finds some commands harmless by itself, which must not get past a default of deny.
  const shell = fallback === 'deny' ? [['shell', 'deny'] as const] : [];
  // A later rule for the same kind replaces an earlier one.
  const decisions = new Map([
    ...shell,
    ...rules.map(({ kind, decision = 'allow' }) => [kind, decision] as const),
  ]);
  const kindsWith = (wanted: string): string[] =>
    [...decisions].flatMap(([kind, decision]) => (decision === wanted ? [named[kind]] : []));
  return fallback === 'allow'
    ? { mode: 'bypass', deny: kindsWith('deny') }
    : { mode: 'dontAsk', allow: kindsWith('allow'), deny: kindsWith('deny') };
}
