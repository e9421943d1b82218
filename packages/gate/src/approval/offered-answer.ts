import { sessionOrigin } from '@permesso/engine/decision';
import { parseRule, type Rule, subsumes } from '@permesso/engine/policy';
import type { Answer, AnswerScope, ApprovalRequest } from '@permesso/protocol/approval';
import { isAnswer } from './read-answer.ts';

/**
 * Thrown for an answer that contains more than was offered. The request stays pending.
 *
 * @example
 * ```ts
 * import { AnswerRefused } from '@permesso/gate';
 * const status = (error: unknown): number => (error instanceof AnswerRefused ? 403 : 500);
 * ```
 */
export class AnswerRefused extends TypeError {
  constructor(why: string) {
    super(`the answer is refused: ${why}`);
    this.name = 'AnswerRefused';
  }
}

/**
 * Why an answer from a page or a chat does not count, compared with the stored request; undefined if it does.
 * Otherwise the sender of an answer could grant `*`, to everyone and forever.
 */
export function objectionTo(answer: unknown, request: ApprovalRequest): string | undefined {
  if (!isAnswer(answer)) return 'not an answer; write { verdict: "allow" } or { verdict: "deny" }';
  return (
    scopeObjection(answer, request) ??
    rulesObjection(answer, request) ??
    inputObjection(answer, request) ??
    hostsObjection(answer, request) ??
    sourcesObjection(answer, request)
  );
}

function scopeObjection(
  { verdict, scope }: Answer,
  { scopes: longest, denialScopes = longest }: ApprovalRequest,
): string | undefined {
  const scopes = verdict === 'deny' ? denialScopes : longest;
  const wanted: AnswerScope = typeof scope === 'object' ? 'session' : (scope ?? 'once');
  return scopes.includes(wanted)
    ? undefined
    : `the scope \`${wanted}\` was not offered; there are ${scopes.join(', ')}`;
}

/** Each rule was offered, or is proven to deny more than one that was. */
function rulesObjection({ verdict, rules = [] }: Answer, { decision }: ApprovalRequest): string | undefined {
  const texts = decision.suggestions.flatMap((suggestion) => suggestion.rules);
  const offered = texts.flatMap((text) => ruleOf(text, verdict) ?? []);
  const wider = rules.find((text) => {
    if (texts.includes(text)) return false;
    const rule = ruleOf(text, verdict);
    return rule === undefined || !offered.some((one) => subsumes(one, rule));
  });
  if (wider === undefined) return undefined;
  const choice = texts.length === 0 ? 'no rule was offered' : `the rules on offer are ${texts.join(', ')}`;
  return `the rule \`${wider}\` says more than was offered; ${choice}. Leave \`rules\` out for this exact call`;
}

function ruleOf(text: string, verdict: 'allow' | 'deny'): Rule | undefined {
  const rule = parseRule(text, { verdict, origin: sessionOrigin });
  return rule.ok ? rule.value : undefined;
}

function inputObjection(answer: Answer, { editable }: ApprovalRequest): string | undefined {
  if (answer.verdict !== 'allow' || answer.input === undefined || editable) return undefined;
  return 'this call cannot be edited here: the agent cannot run another input, or a secret is hidden in this one';
}

/** Either all the hosts that were offered or none: with one of two, the call could not run. */
export function hostsObjection(answer: Answer, { hosts: offered = [] }: ApprovalRequest): string | undefined {
  if (answer.verdict !== 'allow' || answer.hosts === undefined) return undefined;
  const isOffered = offered.length > 0 && offered.join('\n') === answer.hosts.join('\n');
  return isOffered ? undefined : 'these hosts were not offered';
}

/** As with hosts. A trusted source is confirmed for this call, not together with a lasting rule. */
export function sourcesObjection(answer: Answer, { sources: offered }: ApprovalRequest): string | undefined {
  if (answer.verdict !== 'allow' || answer.sources === undefined) return undefined;
  if (offered?.join('\n') !== answer.sources.join('\n')) return 'these sources were not offered';
  const isOnce = (answer.scope ?? 'once') === 'once' && answer.input === undefined;
  return isOnce ? undefined : 'sources are trusted with an approval of this call, once';
}

/**
 * Why this machine rejects an answer of its team, even if the server accepted it: it contains more than was
 * requested, or lasts without an expiry, without an id to revoke it by, or for a call that cannot be undone.
 */
export function teamAnswerObjection(answer: Answer, request: ApprovalRequest): string | undefined {
  const objection = objectionTo(answer, request);
  if (objection !== undefined || answer.verdict === 'deny') return objection;
  if ((answer.scope ?? 'once') === 'once') return undefined;
  if (request.effects.some(({ lasting }) => lasting))
    return 'this call cannot be undone, so it is allowed once';
  return answer.until === undefined || answer.standing === undefined
    ? 'the lasting answer has no expiry or no id to revoke it by'
    : undefined;
}
