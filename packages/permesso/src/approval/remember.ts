import { randomUUID } from 'node:crypto';
import type { Decision } from '../decision/decision.ts';
import { isImmune, type Ask, type Grant } from '../decision/grant.ts';
import { parseRule } from '../policy/parse-rule.ts';
import { sessionOrigin } from '../decision/suggest.ts';
import type { Rule } from '../policy/rule.ts';
import type { Question } from '../decision/question.ts';
import type { Answer } from './approver.ts';

/** Every ask of a decision, each once. */
export function asksOf(decision: Decision): readonly Ask[] {
  const asks = decision.receipt.parts.flatMap((part) => part.asks);
  return [...new Map(asks.map((ask) => [JSON.stringify(ask), ask])).values()];
}

/** A yes to exactly this call, this time. */
export function onceGrant(decision: Decision, callKey: string): Grant {
  return {
    id: randomUUID(),
    rules: [],
    answers: asksOf(decision),
    scope: 'once',
    givenIn: decision.receipt.mode.used,
    callKey,
  };
}

/**
 * The grant that an answer asks for, if it asks for one. Never wider than its rules, never beyond the session for an
 * immune ask, and without rules only for the exact call.
 */
export function grantFrom(
  answer: Extract<Answer, { verdict: 'allow' }>,
  about: { readonly asked: Decision; readonly question: Question },
): Grant | { readonly refused: string } | undefined {
  const scope = answer.scope ?? 'once';
  if (scope === 'once') return undefined;
  const asks = asksOf(about.asked);
  const immune = asks.some(isImmune);
  const lasting = scope === 'project' || scope === 'user';
  if (immune && scope !== 'session')
    return { refused: 'a safety ask can be granted once or for the session, no longer' };
  const { session } = about.question.call;
  const rules = readRules(immune ? [] : (answer.rules ?? []));
  if ('refused' in rules) return rules;
  return {
    id: randomUUID(),
    rules,
    answers: asks,
    scope: lasting ? scope : 'session',
    givenIn: about.asked.receipt.mode.used,
    ...(rules.length === 0 ? { callKey: about.question.callKey } : {}),
    ...(lasting || session === undefined ? {} : { session }),
    ...(scope === 'project' ? { project: about.question.world.project } : {}),
    ...(typeof scope === 'object' ? { expires: scope.until } : {}),
  };
}

function readRules(texts: readonly string[]): readonly Rule[] | { readonly refused: string } {
  const rules: Rule[] = [];
  for (const text of texts) {
    const rule = parseRule(text, { verdict: 'allow', origin: sessionOrigin });
    if (!rule.ok) return { refused: `the rule ${text} cannot be read: ${rule.error.message}` };
    rules.push(rule.value);
  }
  return rules;
}
