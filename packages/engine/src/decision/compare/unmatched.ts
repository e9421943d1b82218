import type { Finding } from '../../policy/lint/finding.ts';
import type { Policy } from '../../policy/policy.ts';
import type { Rule } from '../../policy/rules/rule.ts';
import type { World } from '../../world/world.ts';
import { covers, targetOf } from '../../policy/rules/match-rule.ts';
import type { Step } from '../mode-table.ts';
import { whyMatch } from '../explain/why-match.ts';
import { evaluatePolicy, decisionInputOf } from './evaluate-policy.ts';
import { printCall } from './print-call.ts';
import { probesFor } from './probe-calls.ts';

const mostTried = 40;

/**
 * Allow rules that match none of the calls made from them, or that an earlier step always overrides. Not a proof, but the
 * author of such a rule most likely meant something else.
 */
export function unmatched(policy: Policy, rules: readonly Rule[], world: World): readonly Finding[] {
  return rules.flatMap((rule) =>
    rule.verdict === 'allow' && rule.origin.trusted ? tryOut(rule, policy, world) : [],
  );
}

function tryOut(rule: Rule, policy: Policy, world: World): readonly Finding[] {
  const calls = probesFor(rule, world).slice(0, mostTried);
  const [first] = calls;
  const met = calls.filter((call) => isMet(rule, policy, { call, world }));
  if (first !== undefined && met.length === 0) return [nothingMet(rule, policy, { call: first, world })];
  const decided = met.map((call) => ({
    call,
    judgements: evaluatePolicy(policy, call, { world, mode: 'default' }).judgements,
  }));
  const late = decided.find(({ judgements }) => judgements.every(({ step }) => isImmuneStep(step)));
  const isLate = decided.every(({ judgements }) => judgements.some(({ step }) => isImmuneStep(step)));
  const part = late?.judgements[0]?.part;
  const reason = part?.guard?.reason ?? (part?.check.outcome === 'safety' ? part.check.reason : undefined);
  if (late === undefined || !isLate || reason === undefined) return [];
  return [
    {
      code: 'unmatched',
      severity: 'warning',
      rule,
      message: `it changes nothing: \`${printCall(late.call)}\` is asked about all the same: ${reason}`,
      fix: 'answer the question when it comes: once, or for the session',
      removable: false,
    },
  ];
}

/** Asks at this step stand whatever the allow rules say. */
function isImmuneStep(step: Step): boolean {
  return step === 'safety' || step === 'guard';
}

interface Trying {
  readonly call: Parameters<typeof printCall>[0];
  readonly world: World;
}

function isMet(rule: Rule, policy: Policy, { call, world }: Trying): boolean {
  const question = decisionInputOf(policy, call, { world });
  return question.facts.parts.some((part) => covers(rule, targetOf(part, question)));
}

function nothingMet(rule: Rule, policy: Policy, { call, world }: Trying): Finding {
  const question = decisionInputOf(policy, call, { world });
  const reasons = question.facts.parts.map((part) => whyMatch(rule, targetOf(part, question), 'no'));
  return {
    code: 'unmatched',
    severity: 'warning',
    rule,
    message: `no call was found that it covers; not \`${printCall(call)}\`: ${reasons[0] ?? ''}`,
    fix: 'try `permesso explain` with a call that is meant',
    removable: false,
  };
}
