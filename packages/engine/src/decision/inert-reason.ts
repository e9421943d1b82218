import type { Policy } from '../policy/policy.ts';
import type { Rule } from '../policy/rules/rule.ts';

/** Why a rule never counts, whatever it matches. Restrictions count from every layer: a repository may tighten. */
export function inertReason(
  { verdict, origin, expires }: Rule,
  { restrictions, now }: Pick<Policy, 'restrictions'> & { readonly now: number },
): string | undefined {
  if (verdict === 'allow') {
    if (!origin.trusted) return 'its layer is not trusted yet';
    if (restrictions.onlyManagedAllow && origin.layer !== 'managed') return 'only managed allow rules count';
  }
  return expires !== undefined && now >= expires ? 'it has expired' : undefined;
}
