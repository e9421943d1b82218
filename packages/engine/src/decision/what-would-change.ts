import type { Part } from '../facts/part.ts';
import { fill } from '../messages/fill.ts';
import { changes as texts } from '../messages/decision.ts';
import type { Mode } from '../policy/mode-name.ts';
import type { Suggestion } from './decision.ts';
import { matchingSurely, type Judgement } from './judge-part.ts';
import type { DecisionInput } from './decision-input.ts';
import type { RuleReference } from './receipt.ts';
import { howToDescribe, suspectedArguments } from './suspected-arguments.ts';
import { nameRule } from './receipt-text.ts';

/** The most direct ways to an allow; empty for an allow. */
export function whatWouldChange(
  deciding: readonly Judgement[],
  about: {
    mode: Mode;
    suggestions: readonly Suggestion[];
    nobodyToAsk: boolean;
    question: DecisionInput;
    hosts: readonly string[];
  },
): readonly string[] {
  const rules = about.suggestions[0]?.rules ?? [];
  const changes = deciding.flatMap((judgement) =>
    changesFor(judgement, { mode: about.mode, hasOffer: rules.length > 0 }),
  );
  // An ask rule is answered by a person, never by an additional allow rule.
  const isAsked = deciding.some(({ step }) => step === 'ask');
  if (rules.length > 0 && !isAsked) changes.unshift(allowing(rules));
  // Listed before the ways to run it outside the sandbox with every host open.
  changes.unshift(...about.hosts.map((host) => fill(texts.openHost, { host })));
  changes.push(...deciding.flatMap((judgement) => descriptions(judgement, about.question)));
  if (about.nobodyToAsk) changes.push(texts.someoneToAsk);
  return [...new Set(changes)];
}

/**
 * Hosts that are all the call lacks to run sandboxed without a prompt. Where another part asks for a different reason, opening
 * a host changes nothing.
 */
export function closedHosts(deciding: readonly Judgement[]): readonly string[] {
  const hosts = deciding.map(closedHostOf);
  return hosts.every((host) => host !== undefined) ? [...new Set(hosts)] : [];
}

/** An ask rule or a safety check still asks with the host open. */
function closedHostOf({ closedHost, step, verdict }: Judgement): string | undefined {
  const isAnswer = verdict === 'ask' && (step === 'otherwise' || step === 'unsandboxed');
  return isAnswer ? closedHost : undefined;
}

/** For a call stopped by a guess about its arguments: how to describe them. */
function descriptions(judgement: Judgement, question: DecisionInput): readonly string[] {
  if (judgement.verdict === 'allow') return [];
  const call = judgement.part.carried?.call ?? question.call;
  return suspectedArguments(judgement, question).map((argument) => howToDescribe(argument, call));
}

function allowing(rules: readonly string[]): string {
  const [first = ''] = rules;
  return rules.length === 1
    ? fill(texts.addRule, { rule: first })
    : fill(texts.addRules, { rules: rules.join(' and ') });
}

function changesFor(
  judgement: Judgement,
  { mode, hasOffer }: { mode: Mode; hasOffer: boolean },
): readonly string[] {
  const { step, verdict, determining, matched, part } = judgement;
  const sure = matchingSurely(judgement);
  if (verdict === 'allow') return [];
  switch (step) {
    case 'frozen':
      return [texts.thaw];
    case 'deny':
      return determining.map(ruleChange);
    // Never advise weakening a rule that is about something else: `git push` for a commit whose words are unknown.
    case 'mayDeny':
      return [texts.rewrite];
    case 'ask':
      return verdict === 'ask'
        ? [
            texts.approve,
            ...(sure.length < determining.length ? [texts.rewrite] : []),
            ...sure.map(ruleChange),
          ]
        : leave(mode);
    case 'guard':
    case 'safety':
      return verdict === 'ask' ? [texts.approveExact] : leave(mode);
    case 'unsandboxed':
      return [
        ...(verdict === 'ask' ? [texts.approveExact] : []),
        ...(judgement.isApart === true ? [texts.runApart] : [texts.sayUnsandboxed]),
      ];
    case 'checkAsk':
      return leave(mode);
    case 'checkDeny':
      return [fill(texts.toolDenies, { reason: part.check.outcome === 'pass' ? '' : part.check.reason })];
    default:
      return [...inertAllows(matched), ...(mode === 'explore' ? leave(mode) : hasOffer ? [] : needed(part))];
  }
}

/** A team's policy on this machine is signed: editing it would get every call denied. */
function ruleChange(rule: RuleReference): string {
  return rule.layer === 'team'
    ? fill(texts.askTeam, { rule: rule.text })
    : fill(texts.changeRule, { rule: nameRule(rule) });
}

/** A rule cannot name a command whose name is unknown. */
function needed(part: Part): readonly string[] {
  const isUnread = part.subject.kind === 'command' && part.subject.words[0]?.kind !== 'literal';
  if (isUnread) return [texts.rewrite, texts.approveUnknown];
  return [fill(texts.addSomeRule, { what: `\`${part.label}\`` })];
}

function leave(mode: Mode): readonly string[] {
  return [fill(texts.leaveMode, { mode })];
}

function inertAllows({ contributions }: Judgement['matched']): readonly string[] {
  return contributions.flatMap(({ rule, inert }) =>
    rule.verdict === 'allow' && inert !== undefined
      ? [fill(texts.inertAllow, { rule: nameRule(rule), inert })]
      : [],
  );
}
