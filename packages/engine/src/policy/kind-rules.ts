import { isRecord } from '../call/is-record.ts';
import type { Kind } from '../call/kind.ts';
import { fieldProblem, problemsInFields, type Field, type Fields } from './check-fields.ts';
import type { Layer } from './layer.ts';
import type { Problem } from './policy.ts';
import { PolicyError } from './policy-error.ts';

/** A default and a decision for each kind of call, as agent workflows write them under `tool_permissions`. */
export interface KindRules {
  /** Default: `allow`. */
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

const isDecided: Field = [(value) => value === 'allow' || value === 'deny', 'allow or deny'];

const fields: Fields = new Map<string, Field>([
  ['default', isDecided],
  ['rules', [Array.isArray, 'a list of rules']],
]);

const ruleFields: Fields = new Map<string, Field>([
  ['kind', [(value) => typeof value === 'string' && Object.hasOwn(named, value), kindsInWords()]],
  ['decision', isDecided],
]);

function kindsInWords(): string {
  return `one of ${Object.keys(named).join(', ')}`;
}

/**
 * These rules never ask: what is allowed runs, the rest is refused. So the mode is bypass if the default is allow, and dontAsk
 * if it is deny. Throws a `PolicyError` for anything invalid: the rules come from a file, and a misspelled deny would approve
 * everything.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import { fromKindRules } from '@permesso/gate/rules';
 * const policy = fromKindRules({ default: 'deny', rules: [{ kind: 'read', decision: 'allow' }] });
 * const gate = createGate({ policy });
 * ```
 */
export function fromKindRules(given: KindRules): Layer {
  const problems = problemsIn(given);
  if (problems.length > 0) throw new PolicyError(problems);
  const { default: fallback = 'allow', rules = [] } = given;
  // The shell tool itself considers some commands harmless, which must not get past a default of deny.
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

function problemsIn(given: unknown): readonly Problem[] {
  if (!isRecord(given)) return [fieldProblem('tool_permissions', 'it is not an object')];
  const own = problemsInFields(given, fields);
  const rules: readonly unknown[] = Array.isArray(given['rules']) ? given['rules'] : [];
  return [...own, ...rules.flatMap(problemsInRule)];
}

function problemsInRule(rule: unknown): readonly Problem[] {
  if (!isRecord(rule)) return [fieldProblem('rules', 'a rule is not an object')];
  return 'kind' in rule
    ? problemsInFields(rule, ruleFields)
    : [fieldProblem('rules', 'a rule has no kind', `write kind: ${kindsInWords()}`)];
}
