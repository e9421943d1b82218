import type { Policy } from '../policy.ts';
import { printJsonPath } from '../rules/json-path.ts';
import type { Rule } from '../rules/rule.ts';
import type { Finding } from './finding.ts';

export function lintLimits({ rules }: Policy): readonly Finding[] {
  return rules.flatMap((rule) => (isWithoutNumbers(rule) ? [neverWithin(rule)] : []));
}

/** A command, a path or a host is text: its sum is never a number, so every call exceeds the limit. */
function isWithoutNumbers({ limit, pattern }: Rule): boolean {
  return limit?.sum !== undefined && ['command', 'path', 'host'].includes(pattern.about);
}

function neverWithin(rule: Rule): Finding {
  const argument = printJsonPath(rule.limit?.sum ?? []);
  return {
    code: 'limit',
    severity: 'warning',
    rule,
    removable: false,
    message: `its limit sums \`${argument}\`, which such calls do not have: every call is beyond it`,
    fix: 'count `calls` instead',
  };
}
