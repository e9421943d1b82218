import { sameJson } from '../../call/same-json.ts';
import { subsumes } from '../../policy/lint/subsumes.ts';
import { shadowersIn, type Shadowers } from '../../policy/lint/shadowers.ts';
import { printLimit } from '../../policy/rules/limit.ts';
import { printRule } from '../../policy/rules/parse-rule.ts';
import type { Policy } from '../../policy/policy.ts';
import type { Rule } from '../../policy/rules/rule.ts';
import type { PolicyDifference } from './change.ts';
import { mayBeMilder, type ModeBehaviour } from './mode-change.ts';

interface Side {
  readonly rules: readonly Rule[];
  readonly shadowers: Shadowers;
  readonly manner: ModeBehaviour;
  /** The first rule of each meaning. */
  readonly byMeaning: ReadonlyMap<string, Rule>;
}

export function sideOf(policy: Policy, manner: ModeBehaviour, now: number): Side {
  const rules = policy.rules.filter((rule) => counts(rule, policy, now));
  const byMeaning = new Map(rules.toReversed().map((rule) => [meaningOf(rule), rule]));
  return { rules, manner, shadowers: shadowersIn(rules), byMeaning };
}

function counts(rule: Rule, { restrictions }: Policy, now: number): boolean {
  if (rule.expires !== undefined && now >= rule.expires) return false;
  if (rule.verdict !== 'allow') return true;
  return rule.origin.trusted && (!restrictions.onlyManagedAllow || rule.origin.layer === 'managed');
}

/** Equal for rules that decide alike, regardless of layer and file. */
function meaningOf(rule: Rule): string {
  const { pattern, agents, expires, delegated, verdict } = rule;
  const isRooted =
    pattern.about === 'path' && pattern.glob.alternatives.some(({ base }) => base === 'rooted');
  const written = printRule(rule);
  const { rule: text, when } = typeof written === 'string' ? { rule: written, when: undefined } : written;
  const links = pattern.about === 'path' ? JSON.stringify(pattern.glob.alternatives) : null;
  return JSON.stringify([
    verdict,
    text,
    when ?? null,
    agents ?? null,
    expires ?? null,
    delegated,
    rule.readOnly ?? false,
    rule.limit === undefined ? null : printLimit(rule.limit),
    rule.check ?? null,
    rule.approvers ?? null,
    isRooted ? rule.origin.root : null,
    links,
  ]);
}

/** Rules that only one side has, each with its possible effect on verdicts. Conservative: looser unless proven not to be. */
export function ruleChanges(before: Side, after: Side): readonly PolicyDifference[] {
  const removed = only(before, after).map((rule) => removal(rule, before, after));
  const added = only(after, before).map((rule) => addition(rule, before, after));
  return [...removed, ...added];
}

function only(side: Side, other: Side): readonly Rule[] {
  const found = new Set(
    [...side.byMeaning].flatMap(([key, rule]) => (other.byMeaning.has(key) ? [] : [rule])),
  );
  return side.rules.filter((rule) => found.has(rule));
}

function removal(rule: Rule, before: Side, after: Side): PolicyDifference {
  const base = { what: 'rule', action: 'removed', rule, text: ruleText(rule), examples: [] } as const;
  const kept = subsumerIn(after, rule, (other) => atLeastAsStrict(other, rule));
  if (kept !== undefined)
    return { ...base, direction: 'none', note: `${ruleText(kept)} does the same and stays` };
  if (rule.verdict === 'allow') return { ...base, direction: 'stricter' };
  const isMilder = mayBeMilder(rule.verdict === 'ask' ? 'ask' : 'mayDeny', before.manner);
  return { ...base, direction: isMilder ? 'both' : 'looser' };
}

function addition(rule: Rule, before: Side, after: Side): PolicyDifference {
  const base = { what: 'rule', action: 'added', rule, text: ruleText(rule), examples: [] } as const;
  const had = subsumerIn(before, rule, (other) => atLeastAsStrict(other, rule));
  if (had !== undefined) return { ...base, direction: 'none', note: `${ruleText(had)} did the same before` };
  if (rule.verdict === 'allow') {
    const stopped = subsumerIn(after, rule, ({ verdict }) => verdict !== 'allow');
    return stopped === undefined
      ? { ...base, direction: 'looser' }
      : { ...base, direction: 'none', note: `${ruleText(stopped)} goes first` };
  }
  const step = rule.verdict === 'ask' ? 'ask' : 'mayDeny';
  const isMilder = mayBeMilder(step, before.manner) || mayBeMilder(step, after.manner);
  return isMilder
    ? { ...base, direction: 'both', note: 'asks about some calls that were refused' }
    : { ...base, direction: 'stricter' };
}

function subsumerIn(side: Side, rule: Rule, fits: (other: Rule) => boolean): Rule | undefined {
  return side.shadowers.of(rule).find((other) => fits(other) && subsumes(other, rule));
}

/**
 * Whether another rule restricts at least as much: an ask in place of an ask, a deny in place of either, an allow in place of
 * an allow.
 */
function atLeastAsStrict(other: Rule, rule: Rule): boolean {
  if (rule.verdict === 'allow') return other.verdict === 'allow';
  return other.verdict === 'deny' || other.verdict === rule.verdict;
}

function ruleText(rule: Rule): string {
  const written = printRule(rule);
  if (typeof written === 'string') return `${rule.verdict} ${rule.text}`;
  const { rule: _text, message: _message, guidance: _guidance, why: _why, from: _from, ...limits } = written;
  return `${rule.verdict} ${rule.text}${sameJson(limits, {}) ? '' : ` ${JSON.stringify(limits)}`}`;
}
