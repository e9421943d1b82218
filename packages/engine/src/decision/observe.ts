import { fill } from '../messages/fill.ts';
import { observeMessages } from '../messages/decision.ts';
import type { Policy } from '../policy/policy.ts';
import type { LayerName } from '../policy/rules/rule.ts';
import { indexRules } from '../policy/rules/rule-index.ts';
import { verdicts, type Verdict } from '../policy/rules/verdict.ts';
import type { Decision } from './decision.ts';
import type { DecisionInput } from './decision-input.ts';

/** Layers whose rules no lower layer may leave unenforced. */
const governing: ReadonlySet<LayerName> = new Set(['managed', 'team']);

function isObserving(policy: Policy): boolean {
  if (policy.observes === true) return true;
  const known = observingRules.get(policy);
  if (known !== undefined) return known;
  const found = policy.rules.some(({ observed }) => observed === true);
  observingRules.set(policy, found);
  return found;
}

/** Looked up for every call; the result depends on the policy alone. */
const observingRules = new WeakMap<Policy, boolean>();

/** The policy for a gate that observes as a whole: only managed and team rules stay enforced. */
export function observedBy(policy: Policy): Policy {
  const known = observing.get(policy);
  if (known !== undefined) return known;
  const rules = policy.rules.map((rule) =>
    rule.verdict === 'allow' || governing.has(rule.origin.layer)
      ? rule
      : { ...rule, observed: true as const },
  );
  const made = withRules({ ...policy, observes: true }, rules);
  observing.set(policy, made);
  return made;
}

const observing = new WeakMap<Policy, Policy>();
const enforced = new WeakMap<Policy, Policy>();

/** The policy without rules that are only observed. */
export function enforcedPolicy(policy: Policy): Policy {
  if (!isObserving(policy)) return policy;
  const known = enforced.get(policy);
  if (known !== undefined) return known;
  const made = withRules(
    policy,
    policy.rules.filter(({ observed }) => observed !== true),
  );
  enforced.set(policy, made);
  return made;
}

/** A required sandbox does not belong to the observing layer: calls that it keeps from running unsandboxed stay held. */
export function runsUnlisted({ observes, sandbox }: Policy): boolean {
  return observes === true && sandbox.use !== 'required';
}

/**
 * The input reduced to what is enforced. Where the policy as a whole observes, calls without a rule run too, as in bypass: the
 * freeze, the guard of our own files, a tool's own refusal and the modes that a managed policy permits still hold.
 */
export function enforcedInput(input: DecisionInput): DecisionInput | undefined {
  const { policy } = input;
  if (!isObserving(policy)) return undefined;
  return {
    ...input,
    policy: enforcedPolicy(policy),
    ...(runsUnlisted(policy) ? { mode: 'bypass' } : {}),
  };
}

/** The enforced decision, with the verdict that full enforcement would give. */
export function observe(full: Decision, left: Decision, { observes }: Pick<Policy, 'observes'>): Decision {
  const isLooser = strictness(left.verdict) < strictness(full.verdict);
  if (!isLooser && observes !== true) return full;
  const { verdict, message, receipt } = full;
  const observed = { verdict, message, rules: receipt.determining };
  if (!isLooser) return { ...full, observed };
  return {
    ...left,
    message: fill(observeMessages[verdict === 'ask' ? 'ask' : 'deny'], { message }),
    observed,
  };
}

function strictness(verdict: Verdict): number {
  return { allow: 0, ask: 1, deny: 2 }[verdict];
}

function withRules(policy: Policy, rules: Policy['rules']): Policy {
  const index = Object.fromEntries(
    verdicts.map((verdict) => [verdict, indexRules(rules.filter((rule) => rule.verdict === verdict))]),
  ) as Policy['index'];
  return { ...policy, rules, index };
}
