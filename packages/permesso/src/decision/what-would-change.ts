import type { Part } from '../facts/part.ts';
import type { Mode } from '../policy/mode-name.ts';
import type { Suggestion } from './decision.ts';
import type { Judgement } from './judge-part.ts';
import type { Question } from './question.ts';
import { howToDescribe, suspectedArguments } from './suspected-arguments.ts';
import { nameRule } from './words.ts';

/** The most direct ways to another verdict, in words; empty for an allow. */
export function whatWouldChange(
  deciding: readonly Judgement[],
  about: { mode: Mode; suggestions: readonly Suggestion[]; nobodyToAsk: boolean; question: Question },
): readonly string[] {
  const rules = about.suggestions[0]?.rules ?? [];
  const changes = deciding.flatMap((judgement) =>
    changesFor(judgement, { mode: about.mode, hasOffer: rules.length > 0 }),
  );
  // An ask rule is answered by a person, never by an allow rule beside it.
  const isAsked = deciding.some(({ step }) => step === 'ask');
  if (rules.length > 0 && !isAsked) changes.unshift(`allow ${rules.join(' and ')}`);
  changes.push(...deciding.flatMap((judgement) => descriptions(judgement, about.question)));
  if (about.nobodyToAsk) changes.push('run where somebody can be asked');
  return [...new Set(changes)];
}

/** For a call that was stopped by a guess about its arguments: how to say what they are. */
function descriptions(judgement: Judgement, question: Question): readonly string[] {
  if (judgement.verdict === 'allow') return [];
  const call = judgement.part.carried?.call ?? question.call;
  return suspectedArguments(judgement, question).map((argument) => howToDescribe(argument, call));
}

function changesFor(
  judgement: Judgement,
  { mode, hasOffer }: { mode: Mode; hasOffer: boolean },
): readonly string[] {
  const { step, verdict, determining, heard, part } = judgement;
  if (verdict === 'allow') return [];
  switch (step) {
    case 'frozen':
      return ['thaw'];
    case 'deny':
      return determining.map((rule) => `change or remove ${nameRule(rule)}`);
    case 'mayDeny':
      return [
        'write the call so that it can be read',
        ...determining.map((rule) => `narrow ${nameRule(rule)}`),
      ];
    case 'ask':
      return verdict === 'ask'
        ? ['approve it', ...determining.map((rule) => `change or remove ${nameRule(rule)}`)]
        : leave(mode);
    case 'guard':
    case 'safety':
      return verdict === 'ask' ? ['approve this exact call, once or for the session'] : leave(mode);
    case 'checkAsk':
      return leave(mode);
    case 'checkDeny':
      return [`the tool itself refuses: ${part.check.outcome === 'pass' ? '' : part.check.reason}`];
    default:
      return [...inertAllows(heard), ...(mode === 'explore' ? leave(mode) : hasOffer ? [] : needed(part))];
  }
}

/** What cannot be read has no words that a rule could name. */
function needed(part: Part): readonly string[] {
  const isUnread = part.subject.kind === 'command' && part.subject.words[0]?.kind !== 'literal';
  if (isUnread)
    return ['write it so that it can be read', 'approve it: no rule about words covers what is not known'];
  return [`add an allow rule that covers \`${part.label}\``];
}

function leave(mode: Mode): readonly string[] {
  return [`leave the ${mode} mode`];
}

function inertAllows({ contributions }: Judgement['heard']): readonly string[] {
  return contributions.flatMap(({ rule, inert }) =>
    rule.verdict === 'allow' && inert !== undefined ? [`${nameRule(rule)} would allow it, but ${inert}`] : [],
  );
}
