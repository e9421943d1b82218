/** Whether a rule matches: its text as the engine says, its conditions as `conditions.ts` does. */
import { covers as coversText, touches as touchesText, type Target } from '../src/policy/rules/match-rule.ts';
import { printWhen } from '../src/policy/rules/parse-when.ts';
import type { Rule } from '../src/policy/rules/rule.ts';
import { modelWhen } from './conditions.ts';
import { speaksOf, stopsEffect } from './effects-model.ts';

export { targetOf } from '../src/policy/rules/match-rule.ts';

export function covers(rule: Rule, target: Target): boolean {
  const { effects: _narrowed, readOnly: _proven, ...bare } = rule;
  if (rule.pattern.about === 'effect' || !speaksOf(rule, target.part)) return false;
  return coversText({ ...bare, when: [] }, target) && whenHolds(rule, target);
}

export function whenHolds(rule: Rule, target: Target): boolean {
  return conditionsOf(rule, target, 'every').certainly;
}

export function touches(rule: Rule, target: Target): 'no' | 'may' | 'yes' {
  // A call that cannot be read may be anything, whatever the conditions say.
  if (target.part.subject.kind === 'unknown-call') return 'may';
  const { pattern } = rule;
  const found =
    pattern.about === 'effect'
      ? stopsEffect(pattern.effect, target.part)
      : touchesText({ ...rule, when: [] }, target);
  const { certainly, possibly } = conditionsOf(rule, target, 'any');
  if (!possibly) return 'no';
  return certainly || found === 'no' ? found : 'may';
}

function conditionsOf({ when }: Rule, { call, world }: Target, quantifier: 'every' | 'any') {
  const directory = call.cwd ?? world.cwd;
  return modelWhen(
    printWhen(when),
    { input: call.input, principal: call.principal, world, directory },
    quantifier,
  );
}
