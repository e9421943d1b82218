import { definedFields } from '../call/defined-fields.ts';
import { effectWords } from '../facts/effect.ts';
import type { Part } from '../facts/part.ts';
import type { Match } from '../policy/rules/match.ts';
import type { Mode } from '../policy/mode-name.ts';
import { covers, targetOf, touches, type Target } from '../policy/rules/match-rule.ts';
import { isGoverning } from '../policy/compile-sandbox.ts';
import type { Rule } from '../policy/rules/rule.ts';
import { holdsAfter, type RuleAfter } from '../policy/rules/after.ts';
import { unnamedTargets } from '../session/named.ts';
import { sessionPart } from '../session/session-part.ts';
import { hasLabel, isLabelled } from '../session/session.ts';
import { limitRules, type LimitRule } from '../policy/limit-rules.ts';
import { candidates } from '../policy/rules/rule-index.ts';
import { printWhen } from '../policy/rules/parse-when.ts';
import { checkInert } from './checks.ts';
import { inertReason } from './inert-reason.ts';
import { isChanged, isLive, type Grant } from './grant.ts';
import { coverEffects } from '../policy/cover/cover-effects.ts';
import { commandDoubts } from '../messages/tool-checks.ts';
import { fill } from '../messages/fill.ts';
import { isOverLimit, withinLimit } from './limits.ts';
import { modeTable } from './mode-table.ts';
import type { DecisionInput } from './decision-input.ts';
import type { Contribution, RuleReference } from './receipt.ts';
import { appliesToAgent, allowedForWholeChain } from './agent-scope.ts';

/** How rules and grants match one part. Only those that count are in the lists; `contributions` has the rest too. */
export interface RuleMatches {
  readonly deny: readonly Rule[];
  readonly mayDeny: readonly Rule[];
  readonly ask: readonly Rule[];
  /** Empty unless together they allow the part for the caller and every agent above it. */
  readonly allow: readonly RuleReference[];
  /** Rules marked `unsandboxed` allow the part on their own. */
  readonly unsandboxed: boolean;
  readonly grants: readonly Grant[];
  readonly contributions: readonly Contribution[];
}

export function matchRules(question: DecisionInput, part: Part, mode: Mode): RuleMatches {
  const target = targetOf(part, question);
  const deny = matchRestricting(question, target, 'deny');
  const ask = matchRestricting(question, target, 'ask');
  const allow = matchAllowing(question, target, mode);
  const sureAsks = counted(ask, 'yes');
  const possibleAsks = counted(ask, 'may');
  return {
    deny: counted(deny, 'yes'),
    mayDeny: counted(deny, 'may'),
    ask: possibleAsks.length === 0 ? sureAsks : [...sureAsks, ...possibleAsks],
    allow: allow.allowing,
    unsandboxed: allow.unsandboxed,
    grants: allow.grants,
    contributions: [...deny.map(toContribution), ...ask.map(toContribution), ...allow.contributions],
  };
}

/** Adds one grant to earlier matches: it may allow, and changes nothing about denies or asks. */
export function withGrant(matched: RuleMatches, grant: Grant, about: Granting): RuleMatches {
  const { question, part, mode } = about;
  if (!counts(grant, question, mode)) return matched;
  const allow = [...matched.allow, ...grantedBy(grant, targetOf(part, question))];
  return { ...matched, allow, grants: [...matched.grants, grant] };
}

export interface Granting {
  readonly question: DecisionInput;
  readonly part: Part;
  readonly mode: Mode;
}

interface MatchedRule {
  readonly rule: Rule;
  readonly match: Exclude<Match, 'no'>;
  readonly inert: string | undefined;
}

function counted(matched: readonly MatchedRule[], match: Match): readonly Rule[] {
  if (matched.length === 0) return none;
  return matched.filter((one) => one.inert === undefined && one.match === match).map(({ rule }) => rule);
}

const none: readonly Rule[] = [];

/** Deny and ask count from every layer: a repository may tighten freely. */
function matchRestricting(
  question: DecisionInput,
  target: Target,
  verdict: 'deny' | 'ask',
): readonly MatchedRule[] {
  const matched: MatchedRule[] = [];
  for (const rule of candidates(question.policy.index[verdict], target)) {
    const match = touches(rule, target);
    if (match !== 'no')
      matched.push({ rule, match, inert: inertFor(rule, question) ?? checkInert(rule, question) });
  }
  matched.push(...matchAfter(question, target, verdict));
  for (const rule of limitRules(question.policy)) {
    const match = rule.verdict === verdict ? touches(rule, target) : 'no';
    if (match !== 'no') matched.push({ rule, match, inert: limitInert(rule, question, target.part) });
  }
  return matched;
}

/** Rules over the session, if it has any labels. A target that the person named lifts the rules that provide for it. */
function matchAfter(
  question: DecisionInput,
  target: Target,
  verdict: 'deny' | 'ask',
): readonly MatchedRule[] {
  const { session, policy } = question;
  const { after } = policy.index[verdict];
  if (session === undefined || after.length === 0 || !isLabelled(session)) return [];
  const seen: Target = { ...target, part: sessionPart(target.part, target.call) };
  let unnamed: readonly string[] | undefined;
  const inertIn = (rule: Rule): string | undefined => {
    if (rule.after !== undefined && !holdsAfter(rule.after, (label) => hasLabel(session, label)))
      return sessionLacks(rule.after);
    if (rule.unless === undefined) return undefined;
    unnamed ??= unnamedTargets(target.part, target.call, session);
    return unnamed.length === 0 ? ordered : undefined;
  };
  return after.flatMap((rule) => {
    const match = touches(rule, seen);
    if (match === 'no' || isOnlyMeant(rule, match)) return [];
    return [{ rule, match, inert: inertFor(rule, question) ?? checkInert(rule, question) ?? inertIn(rule) }];
  });
}

/** An unknown file may be any file; the other rules, which ignore the session, handle that. */
function isOnlyMeant({ pattern }: Rule, match: Match): boolean {
  return match === 'may' && pattern.about === 'path';
}

export function sessionLacks({ labels, all }: RuleAfter): string {
  const named = labels.map((label) => `\`${label}\``).join(all === true ? ' and ' : ' or ');
  return `the session does not have the label ${named}`;
}

const ordered = 'the person ordered it and named its targets';

function inertFor(rule: Rule, { policy, call, world }: DecisionInput): string | undefined {
  const reason = inertReason(rule, { restrictions: policy.restrictions, now: world.now });
  return reason ?? (appliesToAgent(rule, call) ? undefined : 'it names other agents');
}

function limitInert(rule: LimitRule, question: DecisionInput, part: Part): string | undefined {
  return inertFor(rule, question) ?? (isOverLimit(rule, question, part) ? undefined : withinLimit);
}

interface Allowing {
  readonly allowing: readonly RuleReference[];
  readonly unsandboxed: boolean;
  readonly grants: readonly Grant[];
  readonly contributions: readonly Contribution[];
}

const silence: Allowing = { allowing: [], unsandboxed: false, grants: [], contributions: [] };

function matchAllowing(question: DecisionInput, target: Target, mode: Mode): Allowing {
  const { policy, call } = question;
  const matched: MatchedRule[] = [];
  const found = candidates(policy.index.allow, target);
  for (const rule of found) {
    if (!covers(rule, target)) continue;
    const inert = inertFor(rule, question);
    matched.push({ rule, match: 'yes', inert });
  }
  const together = matchEffects(question, target, found);
  if (matched.length + together.matched.length + question.grants.length === 0) return silence;
  const rules = counted(matched, 'yes');
  const within = allowedForWholeChain(rules, call);
  const live = question.grants.filter((grant) => counts(grant, question, mode));
  const granted = live.flatMap((grant) => grantedBy(grant, target));
  const outdated = question.grants
    .filter((grant) => isChanged(grant, call) && counts(unpinned(grant), question, mode))
    .flatMap((grant) => grantedBy(grant, target));
  const outside = rules.filter((rule) => leavesSandbox(rule, question));
  // A rule about files may cover both the whole part and each of its effects: it is reported once.
  const whole = new Set(matched.filter(({ inert }) => within || inert !== undefined).map(({ rule }) => rule));
  const beside = together.matched.filter(({ rule }) => !whole.has(rule));
  return {
    unsandboxed: (outside.length > 0 && allowedForWholeChain(outside, call)) || together.unsandboxed,
    allowing: [
      ...(within ? rules.map(refer) : []),
      ...(together.allows ? counted(beside, 'yes').map(refer) : []),
      ...granted,
    ],
    grants: live,
    contributions: [
      ...matched.map((one) =>
        toContribution(within || one.inert !== undefined ? one : { ...one, inert: aboveCeiling }),
      ),
      ...beside.map(toContribution),
      ...granted.map((rule): Contribution => ({ rule, match: 'yes' })),
      ...outdated.map((rule): Contribution => ({ rule, match: 'yes', inert: toolChanged })),
    ],
  };
}

interface EffectsAllowed {
  readonly allows: boolean;
  readonly unsandboxed: boolean;
  readonly matched: readonly MatchedRule[];
}

const noEffects: EffectsAllowed = { allows: false, unsandboxed: false, matched: [] };

/** Rules that allow a part together: each of its effects, certain or possible, has a rule for every agent of the chain. */
function matchEffects(question: DecisionInput, target: Target, found: Iterable<Rule>): EffectsAllowed {
  const covered = coverEffects(found, target);
  const inert = new Map(
    covered.flatMap(({ rules }) => rules.map((rule) => [rule, inertFor(rule, question)] as const)),
  );
  if (inert.size === 0) return noEffects;
  const isCounted = (rule: Rule): boolean => inert.get(rule) === undefined;
  const everyEffect = (isCounting: (rule: Rule) => boolean): boolean =>
    covered.every(({ rules }) => {
      const counting = rules.filter((rule) => isCounted(rule) && isCounting(rule));
      return counting.length > 0 && allowedForWholeChain(counting, question.call);
    });
  const allows = everyEffect(() => true);
  const open = covered.find(({ rules }) => !rules.some(isCounted))?.effect.effect;
  const missing =
    open === undefined ? aboveCeiling : fill(commandDoubts.effectOpen, { does: effectWords(open) });
  return {
    allows,
    unsandboxed: allows && everyEffect((rule) => leavesSandbox(rule, question)),
    matched: [...inert].map(([rule, why]) => ({
      rule,
      match: 'yes',
      inert: why ?? (allows ? undefined : missing),
    })),
  };
}

function leavesSandbox({ unsandboxed, origin }: Rule, { policy }: DecisionInput): boolean {
  return unsandboxed === true && (!policy.sandbox.governed || isGoverning(origin.layer));
}

function counts(grant: Grant, { call, callKey, world, policy }: DecisionInput, mode: Mode): boolean {
  if (!isLive(grant, { call, callKey, world })) return false;
  if (modeTable[mode].answers === 'this mode' && grant.givenIn !== mode) return false;
  // Where only managed allow rules count, earlier approvals do not; the approval just given to this exact call still does.
  return !policy.restrictions.onlyManagedAllow || (grant.scope === 'once' && grant.callKey !== undefined);
}

const toolChanged = 'what the tool says of itself has changed since';

function unpinned({ pin: _pin, ...grant }: Grant): Grant {
  return grant;
}

const aboveCeiling = 'it does not allow the agents that started this one';

/** A grant for the exact call allows each of its parts; any other grant must cover the part with its rules. */
function grantedBy(grant: Grant, target: Target): readonly RuleReference[] {
  if (grant.callKey !== undefined)
    return [{ key: grant.id, verdict: 'allow', text: 'this exact call', layer: 'session', grant: grant.id }];
  return grant.rules
    .filter((rule) => covers(rule, target))
    .map((rule) => ({ ...refer(rule), grant: grant.id }));
}

export function refer({
  key,
  verdict,
  text,
  when,
  origin,
  message,
  guidance,
  unsandboxed,
}: Rule): RuleReference {
  return {
    key,
    verdict,
    text,
    layer: origin.layer,
    ...definedFields({ file: origin.file, line: origin.line }),
    ...(when.length === 0 ? {} : { when: printWhen(when) }),
    ...(unsandboxed === true ? { unsandboxed } : {}),
    ...definedFields({ message, guidance }),
  };
}

function toContribution({ rule, match, inert }: MatchedRule): Contribution {
  return inert === undefined ? { rule: refer(rule), match } : { rule: refer(rule), match, inert };
}
