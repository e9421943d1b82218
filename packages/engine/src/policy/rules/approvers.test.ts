import { expect, test } from 'vitest';
import { subsumes } from '../lint/subsumes.ts';
import { parseRule, printRule } from './parse-rule.ts';
import type { Rule, RuleInput } from './rule.ts';

const origin = { layer: 'flags', root: '/', trusted: true } as const;

function ruleOf(input: RuleInput, verdict: 'allow' | 'ask' | 'deny' = 'ask'): Rule {
  const rule = parseRule(input, { verdict, origin });
  if (!rule.ok) throw new Error(rule.error.message);
  return rule.value;
}

const supervised = { rule: 'refund', approvers: { roles: ['supervisor'], not: 'requester' } } as const;

test('a rule with approvers is written as it was read', () => {
  const written: RuleInput = {
    rule: 'refund',
    approvers: {
      roles: ['supervisor'],
      not: 'requester',
      quorum: 2,
      within: '90m',
      escalate: [{ after: '1d', roles: ['manager'] }],
    },
  };
  const rule = ruleOf(written);
  expect(printRule(rule)).toEqual(written);
  expect(rule.approvers).toMatchObject({ within: 5_400_000, escalate: [{ after: 86_400_000 }] });
});

test('rules that differ in their approvers are two rules, and a grant for one answers no other', () => {
  const keys = [
    'refund',
    supervised,
    { rule: 'refund', approvers: { roles: ['supervisor'] } },
    { rule: 'refund', approvers: { ...supervised.approvers, quorum: 2 } },
  ].map((rule) => ruleOf(rule as RuleInput).key);
  expect(new Set(keys).size).toBe(keys.length);
});

test.each([
  ['deny', supervised],
  ['allow', supervised],
  ['allow', { ...supervised, limit: { calls: 1, per: 'day', over: 'deny' } }],
] as const)('%s: approvers on a rule that asks nobody are refused', (verdict, rule) => {
  const read = parseRule(rule, { verdict, origin });
  expect(read.ok || read.error.message).toBe('`approvers` is for rules that ask, and this one does not');
});

test('what anybody may approve does not stand for what others must', () => {
  const [open, other] = [ruleOf('refund'), ruleOf(supervised)];
  expect([subsumes(open, other), subsumes(other, open), subsumes(other, ruleOf(supervised))]).toEqual([
    false,
    true,
    true,
  ]);
});
