import { definedFields } from '../../call/defined-fields.ts';
import { fill } from '../../messages/fill.ts';
import { sessionMessages } from '../../messages/decision.ts';
import { targetOf } from '../../policy/rules/match-rule.ts';
import { unnamedTargets } from '../../session/named.ts';
import type { SessionLabel } from '../../session/session.ts';
import type { DecisionInput } from '../decision-input.ts';
import { sessionRules } from '../judge.ts';
import type { Judgement } from '../judge-part.ts';
import type { SessionReceipt } from '../receipt.ts';

/** Why rules over the session decided: their labels, with the cause of each, and the targets that nobody named. */
export function sessionReceipt(
  question: DecisionInput,
  deciding: readonly Judgement[],
): SessionReceipt | undefined {
  const { session } = question;
  if (session === undefined) return undefined;
  const found = deciding.flatMap((judgement) => {
    const keys = new Set(judgement.determining.map(({ key }) => key));
    return sessionRules(judgement).flatMap((rule) =>
      keys.has(rule.key) ? [{ rule, part: judgement.part }] : [],
    );
  });
  if (found.length === 0) return undefined;
  const wanted = new Set(found.flatMap(({ rule }) => rule.after?.labels ?? []));
  const unnamed = found.flatMap(({ rule, part }) => {
    if (rule.unless === undefined) return [];
    const target = targetOf(part, question);
    return unnamedTargets(target.part, target.call, session);
  });
  return {
    labels: session.labels.filter(({ label }) => wanted.has(label)).slice(0, mostLabels),
    ...(unnamed.length === 0 ? {} : { unnamed: [...new Set(unnamed)] }),
    ...definedFields({ unreadable: session.unreadable }),
  };
}

const mostLabels = 20;

/** "This session has read text that others wrote (docs.example), and you did not name gist.github.com." */
export function sessionText({ labels, unnamed, unreadable }: SessionReceipt): string {
  if (unreadable !== undefined) return fill(sessionMessages.unreadable, { why: unreadable });
  const has = [...Map.groupBy(labels, ({ label }) => label)].map(([label, all]) =>
    fill(isTold(label) ? sessionMessages[label] : sessionMessages.other, { label, sources: sourcesIn(all) }),
  );
  const text = fill(sessionMessages.has, { what: has.join(' and ') });
  return unnamed === undefined
    ? `${text}.`
    : `${text}, ${fill(sessionMessages.unnamed, { targets: unnamed.join(', ') })}.`;
}

function isTold(label: string): label is 'untrusted' | 'secret' | 'private' | 'acted' {
  return ['untrusted', 'secret', 'private', 'acted'].includes(label);
}

function sourcesIn(labels: readonly SessionLabel[]): string {
  const [first = '', ...rest] = new Set(labels.map(({ source }) => source));
  return rest.length === 0 ? first : fill(sessionMessages.andMore, { first, count: String(rest.length) });
}
