/**
 * Rules over a session as an obvious model. What a call does by its name and which targets the person named are taken from the
 * engine and tested separately.
 */
import type { DecisionInput } from '../src/decision/decision-input.ts';
import type { Target } from '../src/policy/rules/match-rule.ts';
import type { Rule } from '../src/policy/rules/rule.ts';
import { unnamedTargets } from '../src/session/named.ts';
import { sessionPart } from '../src/session/session-part.ts';
import type { Session, SessionLabel } from '../src/session/session.ts';

/** Rules over a session judge an undescribed tool by its name. */
export function seenBy({ after }: Rule, target: Target): Target {
  return after === undefined ? target : { ...target, part: sessionPart(target.part, target.call) };
}

/** A rule over a session about files needs a known file. */
export function isSure({ after, pattern }: Rule, found: string): boolean {
  return after === undefined || pattern.about !== 'path' || found !== 'may';
}

/** Whether the session has the labels and no order of the person lifts the rule. */
export function holdsIn({ after, unless }: Rule, { session }: DecisionInput, target: Target): boolean {
  if (after === undefined) return true;
  if (session === undefined) return false;
  const has = new Set(session.labels.map(({ label }) => label));
  const found = after.labels.filter((label) => has.has(label) || session.unreadable !== undefined).length;
  if (after.all === true ? found < after.labels.length : found === 0) return false;
  return unless === undefined || unnamedTargets(target.part, target.call, session).length > 0;
}

/** A label applies from the decision on, even if the call is asked about, but not if it is denied. */
export function grown(session: Session, verdict: string, brought: readonly SessionLabel[]): Session {
  if (verdict === 'deny') return session;
  const trusted = session.endorsed ?? [];
  const all = [...session.labels];
  for (const one of brought)
    if (
      !trusted.includes(one.source) &&
      !all.some(({ label, source }) => label === one.label && source === one.source)
    )
      all.push(one);
  return { ...session, labels: all };
}

/** Actions that a sandbox prevents anyway. */
export function isHeldInside({ pattern, verdict }: Rule): boolean {
  return verdict === 'ask' && pattern.about === 'effect' && pattern.effect === 'run-other';
}
