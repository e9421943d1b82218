import { effectNames, isEffectName, type EffectName } from '../../facts/effect.ts';
import { meantBy } from '../../messages/did-you-mean.ts';
import { parseAfter, printAfter, type RuleAfter } from './after.ts';
import { parseApprovers, printApprovers, type RuleApprovers } from '../approvers.ts';
import type { Condition } from './condition.ts';
import { mayCheck } from '../check-input.ts';
import { parseInstant, printInstant } from '../instant.ts';
import { parseLimit, printLimit, type RuleLimit } from './limit.ts';
import { parsePattern } from './parse-pattern.ts';
import { parseWhen, printWhen } from './parse-when.ts';
import type { Pattern } from './pattern.ts';
import { printPattern } from './print-pattern.ts';
import type { Origin, Rule, RuleInput, RuleObject } from './rule.ts';
import { broken, parsed, type Parsed } from './rule-error.ts';
import { shapeProblem } from './rule-shape.ts';
import type { Verdict } from './verdict.ts';

interface RuleSource {
  readonly verdict: Verdict;
  readonly origin: Origin;
}

export function parseRule(input: RuleInput, source: RuleSource): Parsed<Rule> {
  return typeof input === 'string' ? parseText(input, source) : parseObject(input, source);
}

/** Parses like the object with this text alone, without checking fields: large policies are mostly texts. */
function parseText(text: string, source: RuleSource): Parsed<Rule> {
  return narrowing.test(text) ? parseObject({ rule: text }, source) : parsePlain(text, source);
}

/** `Bash(dotnet:*) [run, install]`: the rule and its effects in one text, as offered and as saved from an answer. */
const narrowing = /^\s*(\S+|\S.*\))\s+\[\s*([a-z][a-z,\s-]*?)\s*\]\s*$/u;

function parseNarrowed(
  [text, rule = '', effects = '']: RegExpExecArray,
  spec: RuleObject,
  source: RuleSource,
): Parsed<Rule> {
  if (spec.effects !== undefined)
    return broken(0, 'the rule names its effects twice', 'leave out `effects`, or the brackets in `rule`');
  const names = effects.split(/[\s,]+/u) as readonly EffectName[];
  const read = parseObject({ ...spec, rule, effects: names }, source);
  return read.ok ? parsed({ ...read.value, text: text.trim() }) : read;
}

function parsePlain(rule: string, { verdict, origin }: RuleSource): Parsed<Rule> {
  const pattern = parsePattern(rule);
  if (!pattern.ok) return pattern;
  const place = JSON.stringify(placeOf(origin)).slice(1);
  const key = `["${verdict}",${JSON.stringify(printPattern(pattern.value))},null,null,null,false,${place}`;
  return parsed({
    key,
    verdict,
    text: rule.trim(),
    pattern: pattern.value,
    when: unconditional,
    delegated: false,
    origin,
  });
}

const unconditional: readonly Condition[] = [];

function parseObject(spec: RuleObject, source: RuleSource): Parsed<Rule> {
  const problem = shapeProblem(spec);
  if (problem !== undefined) return problem;
  const narrowed = narrowing.exec(spec.rule);
  if (narrowed !== null) return parseNarrowed(narrowed, spec, source);
  const pattern = parsePattern(spec.rule);
  if (!pattern.ok) return pattern;
  const when = spec.when === undefined ? parsed<readonly Condition[]>([]) : parseWhen(spec.when);
  if (!when.ok) return when;
  const expires = parseGiven(spec.expires, parseInstant);
  if (!expires.ok) return expires;
  const limit = parseGiven(spec.limit, parseLimit);
  if (!limit.ok) return limit;
  const approvers = parseGiven(spec.approvers, parseApprovers);
  if (!approvers.ok) return approvers;
  const { verdict, origin } = source;
  const misplaced = misplacedField(spec, verdict);
  if (misplaced !== undefined) return misplaced;
  const check = checkOf(spec, origin);
  const after = spec.after === undefined ? undefined : parseAfter(spec.after);
  return parsed({
    key: ruleKey(
      {
        check,
        after,
        pattern: pattern.value,
        when: when.value,
        expires: expires.value,
        limit: limit.value,
        approvers: approvers.value,
        spec,
      },
      { verdict, origin },
    ),
    verdict,
    text: spec.rule.trim(),
    pattern: pattern.value,
    when: when.value,
    delegated: spec.delegated ?? false,
    origin,
    ...optional('message', spec.message),
    ...optional('guidance', spec.guidance),
    ...optional('why', spec.why),
    ...optional('from', spec.from),
    ...optional('expires', expires.value),
    ...optional('agents', spec.agents),
    ...optional('readOnly', spec.readOnly === true ? (true as const) : undefined),
    ...optional('effects', spec.effects),
    ...optional('unsandboxed', spec.unsandboxed === true ? (true as const) : undefined),
    ...optional('observed', spec.enforce === false ? (true as const) : undefined),
    ...optional('limit', limit.value),
    ...optional('check', check),
    ...optional('after', after),
    ...optional('unless', spec.unless),
    ...optional('approvers', approvers.value),
  });
}

function parseGiven<T, V>(given: V | undefined, parse: (given: V) => Parsed<T>): Parsed<T | undefined> {
  return given === undefined ? parsed(undefined) : parse(given);
}

/** In a layer that may have no checks, the rule is kept without its check: it applies to every call. */
function checkOf({ check }: RuleObject, { layer }: Origin): string | undefined {
  return mayCheck(layer) ? check : undefined;
}

/** A field that has no meaning on a rule of this kind. */
function misplacedField(spec: RuleObject, verdict: Verdict): ReturnType<typeof broken> | undefined {
  if (spec.agents?.length === 0)
    return broken(0, '`agents` is empty, so the rule speaks of nobody', 'name an agent or leave it out');
  if (spec.readOnly === true && verdict !== 'allow')
    return broken(0, '`readOnly` is only for allow rules', 'remove `readOnly`');
  const effects = misplacedEffects(spec.effects, verdict);
  if (effects !== undefined) return effects;
  if (spec.unsandboxed === true && verdict !== 'allow')
    return broken(0, '`unsandboxed` is only for allow rules', 'remove `unsandboxed`');
  if (spec.limit !== undefined && verdict !== 'allow')
    return broken(
      0,
      '`limit` is only for allow rules',
      'put it on the allow rule; `over` says what becomes of the rest',
    );
  if (spec.check !== undefined && verdict === 'allow')
    return broken(
      0,
      '`check` is for ask and deny rules, and this one allows',
      'put it on an ask or deny rule beside it',
    );
  if (spec.enforce === false && verdict === 'allow')
    return broken(0, '`enforce` is for deny and ask rules, and this one allows', 'remove the rule instead');
  return misplacedApprovers(spec, verdict) ?? misplacedAfter(spec, verdict);
}

function misplacedApprovers(
  { approvers, limit }: RuleObject,
  verdict: Verdict,
): ReturnType<typeof broken> | undefined {
  const asksBeyond = verdict === 'allow' && limit !== undefined && (limit.over ?? 'ask') === 'ask';
  if (approvers === undefined || verdict === 'ask' || asksBeyond) return undefined;
  return broken(
    0,
    '`approvers` is for rules that ask, and this one does not',
    'put it on an ask rule, or on an allow rule with a `limit` that asks',
  );
}

/** A label only ever tightens. */
function misplacedAfter(
  { after, unless }: RuleObject,
  verdict: Verdict,
): ReturnType<typeof broken> | undefined {
  const given = after === undefined ? (unless === undefined ? undefined : 'unless') : 'after';
  if (given !== undefined && verdict === 'allow')
    return broken(0, `\`${given}\` is for ask and deny rules, and this one allows`, 'a label never loosens');
  return given === 'unless'
    ? broken(0, '`unless` belongs to `after`', 'write `after: untrusted` beside it')
    : undefined;
}

function misplacedEffects(
  effects: readonly string[] | undefined,
  verdict: Verdict,
): ReturnType<typeof broken> | undefined {
  if (effects === undefined) return undefined;
  const odd = effects.find((name) => !isEffectName(name));
  if (odd !== undefined) return broken(0, `there is no effect \`${odd}\``, meantBy(odd, effectNames));
  if (verdict !== 'allow')
    return broken(
      0,
      '`effects` is only for allow rules',
      `write Effect(${effects[0] ?? 'publish'}) as a rule`,
    );
  return effects.length === 0
    ? broken(0, '`effects` is empty, so the rule allows nothing', 'name an effect or leave it out')
    : undefined;
}

/** An injective encoding: two rules that could differ in any decision never share a key. */
function ruleKey(
  { check, after, pattern, when, expires, limit, approvers, spec }: ParsedParts,
  { verdict, origin }: { verdict: Verdict; origin: Origin },
): string {
  const conditions = when.length === 0 ? null : printWhen(when);
  const limits = [conditions, spec.agents ?? null, expires ?? null, spec.delegated ?? false];
  const reach = [
    ...(spec.readOnly === true ? ['readOnly'] : []),
    ...(spec.effects === undefined ? [] : [{ effects: [...spec.effects].toSorted() }]),
    ...(spec.unsandboxed === true ? ['unsandboxed'] : []),
    ...(spec.enforce === false ? ['observed'] : []),
    ...(limit === undefined ? [] : [printLimit(limit)]),
    ...(check === undefined ? [] : [{ check }]),
    ...(after === undefined ? [] : [{ after: printAfter(after), ...optional('unless', spec.unless) }]),
    ...(approvers === undefined ? [] : [{ approvers: printApprovers(approvers) }]),
  ];
  return JSON.stringify([verdict, printPattern(pattern), ...limits, ...placeOf(origin), ...reach]);
}

function placeOf({ layer, file, root, trusted }: Origin): readonly unknown[] {
  return [layer, file ?? null, root, trusted];
}

/** The key of a rule without its file: the same on every machine that has the same policy. */
export function portableKey(key: string): string {
  const [verdict, pattern, when, agents, expires, delegated, layer, , ...rest] = JSON.parse(key) as unknown[];
  return JSON.stringify([verdict, pattern, when, agents, expires, delegated, layer, ...rest]);
}

interface ParsedParts {
  readonly pattern: Pattern;
  readonly when: readonly Condition[];
  readonly expires: number | undefined;
  readonly limit: RuleLimit | undefined;
  readonly check: string | undefined;
  readonly after: RuleAfter | undefined;
  readonly approvers: RuleApprovers | undefined;
  readonly spec: RuleObject;
}

function optional<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { [P in K]?: V });
}

/** The rule as it would be written: only its text if there are no other fields. */
export function printRule(rule: Rule): RuleInput {
  const text = printPattern(rule.pattern);
  const extra = {
    ...(rule.when.length === 0 ? {} : { when: printWhen(rule.when) }),
    ...optional('message', rule.message),
    ...optional('guidance', rule.guidance),
    ...optional('why', rule.why),
    ...optional('from', rule.from),
    ...optional('expires', rule.expires === undefined ? undefined : printInstant(rule.expires)),
    ...optional('agents', rule.agents),
    ...(rule.delegated ? { delegated: true } : {}),
    ...(rule.readOnly === true ? { readOnly: true } : {}),
    ...optional('effects', rule.effects),
    ...(rule.unsandboxed === true ? { unsandboxed: true } : {}),
    ...(rule.observed === true ? { enforce: false } : {}),
    ...(rule.limit === undefined ? {} : { limit: printLimit(rule.limit) }),
    ...optional('check', rule.check),
    ...(rule.after === undefined ? {} : { after: printAfter(rule.after) }),
    ...optional('unless', rule.unless),
    ...(rule.approvers === undefined ? {} : { approvers: printApprovers(rule.approvers) }),
  };
  return Object.keys(extra).length === 0 ? text : { rule: text, ...extra };
}
