import type { Layer } from './layer.ts';
import type { RuleInput } from './rule.ts';

/** Three lists and a mode, as editors that wrap an agent write them. */
export interface ListRules {
  readonly permissions_allow?: readonly RuleInput[];
  readonly permissions_ask?: readonly RuleInput[];
  readonly permissions_deny?: readonly RuleInput[];
  readonly permission_mode?: string;
}

/**
 * An empty allow list permits every tool; one with entries permits only those, and refuses the rest. An entry in the
 * ask list is asked about however broad the allow list is.
 */
export function fromListRules(lists: ListRules): Layer {
  const allow = lists.permissions_allow ?? [];
  return {
    allow: allow.length === 0 ? ['*'] : allow,
    ask: lists.permissions_ask ?? [],
    deny: lists.permissions_deny ?? [],
    unlisted: 'deny',
    ...(lists.permission_mode === undefined ? {} : { mode: lists.permission_mode }),
  };
}
