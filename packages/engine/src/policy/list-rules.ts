import { definedFields } from '../call/defined-fields.ts';
import { isRecord } from '../call/is-record.ts';
import { fieldProblem, problemsInFields, type Field, type Fields } from './check-fields.ts';
import type { Layer } from './layer.ts';
import { PolicyError } from './policy-error.ts';
import type { RuleInput } from './rules/rule.ts';

/** Three lists and a mode, as written by editors that wrap an agent. */
export interface ListRules {
  readonly permissions_allow?: readonly RuleInput[];
  readonly permissions_ask?: readonly RuleInput[];
  readonly permissions_deny?: readonly RuleInput[];
  readonly permission_mode?: string;
}

// In a file, a list without entries is null.
const list: Field = [(value) => value === null || Array.isArray(value), 'a list of rules'];

const fields: Fields = new Map<keyof ListRules, Field>([
  ['permissions_allow', list],
  ['permissions_ask', list],
  ['permissions_deny', list],
  ['permission_mode', [(value) => typeof value === 'string', 'a mode']],
]);

/**
 * An empty allow list permits every tool; a non-empty one permits only its entries and refuses the rest. An entry in the ask
 * list is asked about however broad the allow list is. Other fields are ignored, but a field with a similar name is a
 * `PolicyError`.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import { fromListRules } from '@permesso/gate/rules';
 * const policy = fromListRules({ permissions_allow: ['Read'], permissions_deny: ['Bash(rm:*)'] });
 * const gate = createGate({ policy });
 * ```
 */
export function fromListRules(lists: ListRules): Layer {
  const problems = isRecord(lists)
    ? problemsInFields(lists, fields, (name) => /^permission/i.test(name))
    : [fieldProblem('permissions_allow', 'the lists are not an object')];
  if (problems.length > 0) throw new PolicyError(problems);
  const allow = lists.permissions_allow ?? [];
  return {
    allow: allow.length === 0 ? ['*'] : allow,
    ask: lists.permissions_ask ?? [],
    deny: lists.permissions_deny ?? [],
    unlisted: 'deny',
    ...definedFields({ mode: lists.permission_mode }),
  };
}
