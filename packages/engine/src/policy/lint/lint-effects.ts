import { graveEffects } from '../../facts/effect.ts';
import type { Policy } from '../policy.ts';
import type { Rule } from '../rules/rule.ts';
import type { Finding } from './finding.ts';

/**
 * A rule about a grave effect matches calls that are known to have it. Unknown code may do the same, so the first such rule is
 * reported if that code is not stopped; for an ask, if the code may run without one.
 */
export function lintEffects({ mode, sandbox, unlisted }: Policy, rules: readonly Rule[]): readonly Finding[] {
  const isAllowed = rules.some((rule) => rule.verdict === 'allow' && effectOf(rule) === 'run-other');
  const isStopped = rules.some((rule) => rule.verdict !== 'allow' && effectOf(rule) === 'run-other');
  if (isStopped || (unlisted === 'deny' && !isAllowed)) return [];
  const isQuiet = isAllowed || mode === 'bypass' || sandbox.use !== 'off';
  const grave = rules.filter((rule) => graveEffects.has(effectOf(rule) ?? 'read'));
  const rule =
    grave.find(({ verdict }) => verdict === 'deny') ??
    (isQuiet ? grave.find(({ verdict }) => verdict === 'ask') : undefined);
  if (rule === undefined) return [];
  return [
    {
      code: 'unknown-code',
      severity: 'note',
      rule,
      removable: false,
      message: `unknown code may ${effectOf(rule) ?? ''} too, and this rule does not stop it`,
      fix: `add ${rule.verdict}: Effect(run-other)`,
    },
  ];
}

function effectOf({ pattern }: Rule) {
  return pattern.about === 'effect' ? pattern.effect : undefined;
}
