import { createHash, randomUUID } from 'node:crypto';
import { definedFields, spaceOf } from '@permesso/engine/call';
import {
  type Ask,
  type Decision,
  type DecisionInput,
  type Grant,
  isImmune,
  sessionOrigin,
} from '@permesso/engine/decision';
import { exactShellRules, looksSecret } from '@permesso/engine/facts';
import { parseRule, type Rule } from '@permesso/engine/policy';
import {
  type Allowing,
  type AnswerScope,
  answerScopes,
  canonical,
  type Denying,
} from '@permesso/protocol/approval';
import type { Denial } from './denial.ts';

/** Every ask of a decision, without duplicates. */
export function asksOf(decision: Decision): readonly Ask[] {
  const asks = decision.receipt.parts.flatMap((part) => part.asks);
  return [...new Map(asks.map((ask) => [JSON.stringify(ask), ask])).values()];
}

/** Approves exactly this call, once. */
export function onceGrant(
  decision: Decision,
  { callKey, call }: Pick<DecisionInput, 'callKey' | 'call'>,
): Grant {
  return {
    id: randomUUID(),
    rules: [],
    answers: asksOf(decision),
    scope: 'once',
    givenIn: decision.receipt.mode.used,
    callKey,
    ...spaceOf(call.owner),
  };
}

/**
 * How long an approval may last: at most the session for an immune ask, and only once if only managed rules count.
 */
export function scopesFor(
  decision: Decision,
  { input, host = answerScopes }: { input: DecisionInput; host?: readonly AnswerScope[] },
): readonly AnswerScope[] {
  const { policy, call } = input;
  const most = policy.restrictions.onlyManagedAllow ? 1 : asksOf(decision).some(isImmune) ? 2 : 4;
  // For a tenant without a user, `user` would mean everyone.
  const isNobodys = call.owner !== undefined && call.owner.user === undefined;
  return answerScopes
    .slice(0, most)
    .filter((scope) => scope === 'once' || (host.includes(scope) && !(scope === 'user' && isNobodys)));
}

interface AskedContext {
  readonly asked: Decision;
  readonly input: DecisionInput;
}

/**
 * The grant that an answer asks for, if any. Never wider than its rules, at most the session for an immune ask, and
 * only the exact call if it has no rules.
 */
export function grantFrom(
  answer: Allowing,
  about: AskedContext,
): Grant | { readonly refused: string } | undefined {
  const scope = answer.scope ?? 'once';
  if (scope === 'once') return undefined;
  const asks = asksOf(about.asked);
  const immune = asks.some(isImmune);
  const lasting = scope === 'project' || scope === 'user';
  if (immune && scope !== 'session')
    return { refused: 'a safety ask can be granted once or for the session, no longer' };
  const until = typeof scope === 'object' ? scope.until : answer.until;
  const limits = limitsOf({ until, uses: answer.uses }, about.input.world.now);
  if ('refused' in limits) return limits;
  const rules = parseRuleTexts(immune ? [] : (answer.rules ?? []), 'allow');
  if ('refused' in rules) return rules;
  const grant = {
    rules,
    answers: asks,
    scope: lasting ? scope : ('session' as const),
    givenIn: about.asked.receipt.mode.used,
    ...reachOf(lasting ? scope : 'session', rules, about.input),
    ...pinOf(about.input.call),
    ...limits,
  };
  const id = answer.standing === undefined ? grantId(grant) : standingId(answer.standing);
  return { id, ...grant };
}

/** The id by which the team revokes it. */
export function standingId(standing: string): string {
  return `${standingPrefix}${standing}`;
}

const standingPrefix = 'standing-';

/** Whether a team gave it for longer than one call, and may revoke it. */
export function isStanding(id: string): boolean {
  return id.startsWith(standingPrefix);
}

/** Several pending calls may get the same answer, and each saves it: they share one grant. Its count starts again. */
function grantId(grant: Omit<Grant, 'id'>): string {
  if (grant.uses !== undefined) return randomUUID();
  const rules = grant.rules.map(({ key }) => key);
  return createHash('sha256')
    .update(canonical({ ...grant, rules }))
    .digest('hex')
    .slice(0, 32);
}

function pinOf({ mcp }: DecisionInput['call']): Pick<Grant, 'pin'> {
  return mcp?.pin === undefined ? {} : { pin: { server: mcp.server, tool: mcp.tool, pin: mcp.pin } };
}

function reachOf(
  scope: 'session' | 'project' | 'user',
  rules: readonly Rule[],
  { call, callKey, world }: DecisionInput,
): Pick<Grant, 'callKey' | 'session' | 'project' | 'owner'> {
  return {
    ...spaceOf(call.owner),
    ...(rules.length === 0 ? { callKey } : {}),
    ...(scope !== 'session' || call.session === undefined ? {} : { session: call.session }),
    ...(scope === 'project' ? { project: world.project } : {}),
  };
}

function limitsOf(
  { until, uses }: { until: number | undefined; uses: number | undefined },
  now: number,
): Pick<Grant, 'expires' | 'uses'> | { readonly refused: string } {
  if (until !== undefined && !(until > now)) return { refused: 'the expiry is in the past' };
  if (uses !== undefined && !(Number.isInteger(uses) && uses > 0))
    return { refused: 'the number of uses must be at least 1' };
  return definedFields({ expires: until, uses });
}

/**
 * The denial to remember, if the answer is meant to last. Uses the narrowest rules that were offered, or this call.
 */
export function denialFrom(
  answer: Denying,
  { asked, input }: AskedContext,
): Denial | { readonly refused: string } | undefined {
  const scope = answer.scope ?? 'once';
  if (scope === 'once') return undefined;
  const rules = parseRuleTexts(answer.rules ?? narrowestRules(asked, input), 'deny');
  if ('refused' in rules) return rules;
  return {
    id: randomUUID(),
    rules,
    scope,
    ...reachOf(scope, rules, input),
    ...definedFields({ comment: answer.comment }),
  };
}

/**
 * For a command that is never offered for a lasting approval, matches its words: `sh -c 'git push --force'` is the
 * same push.
 */
function narrowestRules({ suggestions, receipt }: Decision, { facts }: DecisionInput): readonly string[] {
  const [offered] = suggestions;
  if (offered !== undefined) return offered.rules;
  if (facts.kind !== 'shell') return [];
  return exactShellRules(facts.parts.filter((_part, at) => (receipt.parts[at]?.asks ?? []).length > 0));
}

function parseRuleTexts(
  texts: readonly string[],
  verdict: 'allow' | 'deny',
): readonly Rule[] | { readonly refused: string } {
  const rules: Rule[] = [];
  for (const text of texts) {
    if (looksSecret(text)) return { refused: 'the rule would hold a secret' };
    const rule = parseRule(text, { verdict, origin: sessionOrigin });
    if (!rule.ok) return { refused: `the rule ${text} cannot be read: ${rule.error.message}` };
    rules.push(rule.value);
  }
  return rules;
}
