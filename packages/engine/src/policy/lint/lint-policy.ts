import { secretIn } from '../../facts/secrets/secrets.ts';
import { sameJson } from '../../call/same-json.ts';
import { widerThanOneOwner } from '../patterns/host-pattern-suffix.ts';
import { printInstant } from '../instant.ts';
import { type Mode, modes } from '../mode-name.ts';
import { printRule } from '../rules/parse-rule.ts';
import { printPattern } from '../rules/print-pattern.ts';
import type { Policy } from '../policy.ts';
import type { Rule } from '../rules/rule.ts';
import { alsoAllowsText } from './also-allows.ts';
import { oddAgent } from './agents.ts';
import type { Finding } from './finding.ts';
import { impossible } from './impossible.ts';
import { lintDescriptions } from './lint-descriptions.ts';
import { lintEffects } from './lint-effects.ts';
import { lintLimits } from './lint-limits.ts';
import { lintSandbox } from './lint-sandbox.ts';
import { oddName } from './odd-name.ts';
import { overBroad } from './over-broad.ts';
import { shadowersIn, type Shadowers } from './shadowers.ts';
import { subsumes } from './subsumes.ts';
import { definedFields } from '../../call/defined-fields.ts';
import { checkFor } from '../check-input.ts';

export interface LintOptions {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Whether allow rules apply in a mode at all. */
  readonly usesAllowRules: (mode: Mode) => boolean;
}

/** All findings about the rules of a policy, in rule order. */
export function lintPolicy(policy: Policy, options: LintOptions): readonly Finding[] {
  const counting = policy.rules.filter((rule) => idleReason(rule, policy, options) === undefined);
  const about: LintContext = {
    policy,
    options,
    shadowers: shadowersIn(counting.filter((rule) => rule.verdict !== 'allow' || rule.origin.trusted)),
    place: new Map(policy.rules.map((rule, index) => [rule, index])),
  };
  return [
    ...policy.rules.flatMap((rule) => lintRule(rule, about)),
    ...lintMode(policy, options),
    ...lintDescriptions(policy),
    ...lintSandbox(policy),
    ...lintEffects(policy, counting),
    ...lintLimits(policy),
    ...lintChecks(policy),
  ];
}

interface LintContext {
  readonly policy: Policy;
  readonly options: LintOptions;
  readonly shadowers: Shadowers;
  readonly place: ReadonlyMap<Rule, number>;
}

function lintRule(rule: Rule, about: LintContext): readonly Finding[] {
  const idle = idleReason(rule, about.policy, about.options);
  const dead = idle ?? shadowed(rule, about);
  return [
    ...(dead === undefined ? [] : [dead]),
    ...(idle === undefined ? [...doubtful(rule), ...wider(rule, about)] : []),
    ...secrets(rule),
  ];
}

/** Why the rule has no effect, whatever the other rules are. */
function idleReason(
  rule: Rule,
  { restrictions }: Policy,
  { now, usesAllowRules }: LintOptions,
): Finding | undefined {
  if (rule.expires !== undefined && now >= rule.expires)
    return {
      code: 'expired',
      severity: 'warning',
      rule,
      message: `it expired on ${printInstant(rule.expires).slice(0, 10)}`,
      fix: 'remove it, or give it another date',
      removable: true,
    };
  if (rule.verdict !== 'allow') return undefined;
  if (restrictions.onlyManagedAllow && rule.origin.layer !== 'managed')
    return never(rule, 'only allow rules of managed policies count here');
  if (!(restrictions.modes ?? modes).some(usesAllowRules))
    return never(
      rule,
      `allow rules do not apply in the modes that may be used: ${restrictions.modes?.join(', ')}`,
    );
  const reason = impossible(rule);
  return reason === undefined
    ? undefined
    : {
        code: 'impossible',
        severity: 'warning',
        rule,
        message: `it can never match: ${reason}`,
        fix: 'fix or remove it',
        removable: false,
      };
}

function never(rule: Rule, message: string): Finding {
  return { code: 'never-counts', severity: 'note', rule, message, removable: false };
}

/** Proven: given the other rule, this one changes no verdict. */
function shadowed(rule: Rule, { shadowers, place }: LintContext): Finding | undefined {
  const index = place.get(rule) ?? 0;
  const found = shadowers.of(rule).filter((other) => {
    if (other === rule || !mayShadow(other, rule) || !subsumes(other, rule)) return false;
    // Of two equivalent rules the first stays.
    return other.verdict !== rule.verdict || (place.get(other) ?? 0) < index || !subsumes(rule, other);
  });
  const by =
    found.find(({ verdict }) => verdict === 'deny') ??
    found.find(({ verdict }) => verdict === 'ask') ??
    found[0];
  return by === undefined ? undefined : describeShadow(rule, by);
}

const strictness = { allow: 0, ask: 1, deny: 2 } as const;

function mayShadow(other: Rule, rule: Rule): boolean {
  return strictness[other.verdict] >= strictness[rule.verdict];
}

function describeShadow(rule: Rule, by: Rule): Finding {
  const isHere = rule.origin.file === by.origin.file && rule.origin.layer === by.origin.layer;
  const severity = isHere || by.origin.layer === 'managed' ? 'warning' : 'note';
  const samePattern = printPattern(rule.pattern) === printPattern(by.pattern);
  if (rule.verdict !== by.verdict) {
    const outcome = by.verdict === 'deny' ? 'denied' : 'asked about';
    return samePattern
      ? {
          code: 'contradiction',
          severity,
          rule,
          by,
          message: `the same is also ${outcome}, and ${by.verdict} wins over ${rule.verdict}`,
          fix: 'keep one of the two',
          removable: false,
        }
      : {
          code: 'shadowed',
          severity,
          rule,
          by,
          message: `it never decides: all of it is ${outcome} by a wider rule`,
          fix: `narrow the ${by.verdict}, or remove this`,
          removable: false,
        };
  }
  if (samePattern && sameLimits(rule, by)) {
    return {
      code: 'duplicate',
      severity,
      rule,
      by,
      message: 'duplicate rule',
      fix: 'remove one of them',
      removable: isHere && sameJson(printRule(rule), printRule(by)),
    };
  }
  return {
    code: 'shadowed',
    severity,
    rule,
    by,
    message: 'a wider rule with the same verdict covers it',
    fix: 'remove it, or remove the wider one',
    removable: false,
  };
}

function sameLimits(a: Rule, b: Rule): boolean {
  return subsumes(a, b) && subsumes(b, a);
}

function doubtful(rule: Rule): readonly Finding[] {
  const findings: Finding[] = [];
  const say = (
    code: Finding['code'],
    severity: Finding['severity'],
    text: { message: string; fix?: string },
  ): void => {
    findings.push({ code, severity, rule, removable: false, ...text });
  };
  const broad = overBroad(rule);
  if (broad !== undefined) say('over-broad', 'warning', broad);
  const owners =
    rule.verdict === 'allow' && rule.pattern.about === 'host'
      ? widerThanOneOwner(rule.pattern.host)
      : undefined;
  if (owners !== undefined)
    say('public-suffix', 'warning', { message: owners, fix: 'name the hosts that are meant' });
  const odd = oddName(rule);
  if (odd !== undefined) findings.push({ ...odd, rule, removable: false });
  for (const name of rule.agents ?? []) {
    const why = oddAgent(name);
    if (why !== undefined)
      say('odd-agent', 'warning', { message: `no agent is called so: ${why}`, fix: 'fix the name' });
  }
  if (rule.delegated && rule.verdict !== 'allow')
    say('delegation', 'warning', { message: 'only an allow can be delegated', fix: 'remove `delegated`' });
  if (rule.delegated && rule.verdict === 'allow' && rule.agents === undefined)
    say('delegation', 'warning', {
      message: 'it lets every agent exceed the one that started it',
      fix: 'name the agents',
    });
  return findings;
}

/** What else a wide rule allows, by name: the author of `Bash(dotnet:*)` thinks of builds. */
function wider(rule: Rule, { policy }: LintContext): readonly Finding[] {
  const text = overBroad(rule) === undefined ? alsoAllowsText(rule, policy.rules) : undefined;
  if (text === undefined) return [];
  const fix = 'spell the sub-command, or add an ask rule beside it';
  return [{ code: 'also-allows', severity: 'warning', rule, removable: false, message: text, fix }];
}

function secrets(rule: Rule): readonly Finding[] {
  const written = printRule(rule);
  const texts = [
    rule.text,
    rule.message,
    rule.guidance,
    rule.why,
    typeof written === 'string' ? '' : JSON.stringify(written.when ?? ''),
  ];
  const secret = texts.map((text) => secretIn(text ?? '')).find((name) => name !== undefined);
  if (secret === undefined) return [];
  return [
    {
      code: 'secret',
      severity: 'error',
      rule,
      message: `it seems to hold a secret (${secret}), and policies are shared`,
      fix: 'put a * in its place, and change the secret',
      removable: false,
    },
  ];
}

/** Not a dead rule: a run may choose another mode. */
function lintMode(policy: Policy, { usesAllowRules }: LintOptions): readonly Finding[] {
  const { mode, rules } = policy;
  const allows = rules.filter(({ verdict }) => verdict === 'allow').length;
  if (mode === undefined || usesAllowRules(mode) || allows === 0) return [];
  return [
    {
      code: 'idle-allow',
      severity: 'note',
      message: `in the mode ${mode}, which this policy names, allow rules do not apply (${allows} here)`,
      removable: false,
    },
  ];
}

/** Checks in layers where they do not count, and undefined checks. */
function lintChecks({ rules, checks = [], problems }: Policy): readonly Finding[] {
  const misplaced = problems
    .filter(({ about, text }) => about === 'key' && (text === 'check' || text === 'checks'))
    .map(({ message, fix, file, line }): Finding => {
      const rule = rules.find(({ origin }) => origin.file === file && origin.line === line);
      return { code: 'check', severity: 'error', removable: false, message, ...definedFields({ rule, fix }) };
    });
  const undefinedOnes = rules
    .filter(
      ({ check, origin }) =>
        check !== undefined && checkFor(checks, { name: check, layer: origin.layer }) === undefined,
    )
    .map((rule): Finding => ({
      code: 'check',
      severity: 'warning',
      rule,
      removable: false,
      message: `no policy of this or a stronger layer defines the check \`${rule.check ?? ''}\`: unless the program brings it, the rule holds for every call`,
      fix: 'define it under `checks`',
    }));
  return [...misplaced, ...undefinedOnes];
}
