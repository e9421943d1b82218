import { touchesPath } from '../policy/patterns/path-glob.ts';
import { provenStarts } from '../policy/patterns/path-glob-start.ts';
import type { Policy } from '../policy/policy.ts';
import type { PathRule } from '../policy/rules/pattern.ts';
import type { Rule } from '../policy/rules/rule.ts';
import type { World } from '../world/world.ts';

/** A deny or ask rule about files: nobody can be asked from inside, so both keep a sandboxed call away. */
export interface RestrictingRule {
  readonly rule: Rule;
  readonly pattern: PathRule;
}

/** Conditions and agents are ignored: a rule that counts for some calls applies to all sandboxed ones. */
export function restrictingRules(
  { rules }: Pick<Policy, 'rules'>,
  { access, world }: { readonly access: PathRule['access']; readonly world: World },
): readonly RestrictingRule[] {
  return rules.flatMap((rule) => {
    const { pattern, verdict, expires } = rule;
    const isLive = expires === undefined || world.now < expires;
    return isLive && verdict !== 'allow' && pattern.about === 'path' && pattern.access === access
      ? [{ rule, pattern }]
      : [];
  });
}

export function isMeant({ rule, pattern }: RestrictingRule, path: string, world: World): boolean {
  return (
    touchesPath({
      glob: pattern.glob,
      path: { known: true, written: path, real: path },
      anchor: rule.origin,
      world,
    }) === 'yes'
  );
}

/** The start of a rule about files, and whether it names a single place. */
export interface RuleStart {
  /** Absolute: the place itself, or the directory below which its wildcards begin. */
  readonly path: string;
  readonly isWhole: boolean;
}

/** Each start of a rule; empty for a rule without a place (`**\/.env`), which is searched for where people keep files. */
export function startsOf({ rule, pattern }: RestrictingRule, world: World): readonly RuleStart[] {
  const placed = pattern.glob.alternatives.filter(({ base }) => base !== 'bare');
  return provenStarts({ glob: { ...pattern.glob, alternatives: placed }, anchor: rule.origin, world }).map(
    ({ directory, walk }) => {
      const body = walk.ends === 'exact' ? walk.segments : walk.segments.slice(0, -2);
      const wild = body.findIndex((segment) => segment.is !== 'literal');
      const names = body
        .slice(0, wild === -1 ? body.length : wild)
        .map((segment) => (segment.is === 'literal' ? segment.text : ''));
      const path = `/${[...directory.map(({ text }) => text), ...names].join('/')}`;
      return { path, isWhole: wild === -1 };
    },
  );
}

/** Whether a profile can protect every file that the rule may match, including those that do not exist yet. */
export function isFixed({ pattern }: Pick<RestrictingRule, 'pattern'>): boolean {
  return pattern.glob.alternatives.every(({ base, walk }) => {
    const body = walk.ends === 'exact' ? walk.segments : walk.segments.slice(0, -2);
    return base !== 'bare' && body.every((segment) => segment.is === 'literal');
  });
}
