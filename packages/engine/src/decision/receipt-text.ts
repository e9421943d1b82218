import { definedFields } from '../call/defined-fields.ts';
import { fill } from '../messages/fill.ts';
import { reasons, verdictMessages } from '../messages/decision.ts';
import { checkReasons } from '../messages/tool-checks.ts';
import type { Part } from '../facts/part.ts';
import type { Mode } from '../policy/mode-name.ts';
import { matchingSurely, type Judgement } from './judge-part.ts';
import type { DecisionInput } from './decision-input.ts';
import type { RuleReference } from './receipt.ts';
import { effectSentence } from './sentence/effect-sentence.ts';
import { shortened } from './sentence/shown-names.ts';
import { whenText } from '../policy/rules/parse-when.ts';
import { suspectedArguments } from './suspected-arguments.ts';

/** `Bash(git push:*) (project, .permesso/policy.yaml:7)`. */
export function nameRule(rule: RuleReference): string {
  return nameRules([rule]);
}

/** Rules written in the same place share its name. */
function nameRules(rules: readonly RuleReference[], most = 3): string {
  const shown = rules.slice(0, most);
  const named = shown.map((rule, at) => {
    const place = placeOf(rule);
    const next = shown[at + 1];
    return place === undefined || (next !== undefined && placeOf(next) === place)
      ? ruleText(rule)
      : `${ruleText(rule)} (${place})`;
  });
  return rules.length > most ? `${named.join(', ')} and ${rules.length - most} more` : named.join(', ');
}

function ruleText({ text, when, grant }: RuleReference): string {
  return grant !== undefined || when === undefined ? text : `${text} when ${whenText(when)}`;
}

/** Rules that come with the call, from an app's own policy or flags, have no file to point to. */
function placeOf({ layer, file, line, grant }: RuleReference): string | undefined {
  if (grant !== undefined) return 'granted';
  if (file === undefined) return layer === 'flags' ? undefined : layer;
  return presetOf(file) ?? `${layer}, ${file}${line === undefined ? '' : `:${line}`}`;
}

/** The preset name of a file that ships with the program. */
export function presetOf(file: string): string | undefined {
  const name = /^permesso\/presets\/(?<name>[\w-]+)\.yaml$/u.exec(file)?.groups?.['name'];
  if (name === undefined) return undefined;
  return name === 'groups' ? 'preset' : `preset ${name}`;
}

/** Why the part got its verdict, as shown beside it. */
export function reasonFor(judgement: Judgement, question: DecisionInput, mode: Mode): string {
  return reasonAbout(judgement, question, { mode, what: 'it' }).text;
}

export interface DecisionSentences {
  /** What would happen, for the person. */
  readonly what: string;
  /** The rule, or whatever else decided. */
  readonly why?: string;
}

/** The message about the deciding part. Frozen and allowed calls and a tool's own check give the reason directly. */
export function sentencesFor(judgement: Judgement, question: DecisionInput, mode: Mode): DecisionSentences {
  const { part, step, verdict } = judgement;
  const asked = question.interactive || verdict !== 'ask' ? verdict : 'deny';
  const ran = isKept(judgement) ? 'allowKept' : 'allow';
  const name = judgement.sandboxed === true ? 'allowSandboxed' : asked === 'allow' ? ran : asked;
  if (verdict === 'allow' || step === 'frozen' || step === 'checkDeny' || step === 'checkAsk') {
    const what = `\`${shortLabel(part.label)}\``;
    const { text, isClause } = reasonAbout(judgement, question, { mode, what });
    return {
      what: isClause
        ? fill(verdictMessages[name], { reason: text })
        : fill(verdictMessages[`${name}About`], { what, reason: text }),
    };
  }
  const reason = effectSentence(part, question);
  const why = whyBeside(reason, judgement, { question, mode });
  return { what: fill(verdictMessages[name], { reason }), ...definedFields({ why }) };
}

/** It may run because what it removes is kept. */
export function isKept({ part: { effects = [] } }: Judgement): boolean {
  return effects.some(({ kept }) => kept !== undefined);
}

/** The reason, unless the sentence already says it. */
function whyBeside(
  sentence: string,
  judgement: Judgement,
  { question, mode }: { readonly question: DecisionInput; readonly mode: Mode },
): string | undefined {
  const { part, step } = judgement;
  const told = step === 'guard' ? part.guard?.reason : step === 'safety' ? reasonOf(part) : undefined;
  if (told?.startsWith('the target is ') === true) return undefined;
  if (told !== undefined && sentence.includes(behindName(told)))
    return step === 'guard' ? reasons.alwaysAsked : undefined;
  const certain = { ...judgement, part: { ...part, doubts: [] } };
  const { text, isClause } = reasonAbout(certain, question, { mode, what: 'it' });
  // A rule's name is not capitalized.
  const isRule = isClause && !/^(?:no|it) /u.test(text);
  return `${isRule ? text : text.charAt(0).toUpperCase() + text.slice(1)}.`;
}

function reasonOf({ check }: Part): string {
  return check.outcome === 'pass' ? '' : check.reason;
}

/** `/home/dev/.env holds passwords`, `it prints the environment`. */
function behindName(reason: string): string {
  return reason.slice(reason.indexOf(' ') + 1);
}

/** The receipt has the whole label; a sentence containing a heredoc would be unreadable. */
function shortLabel(label: string): string {
  return label.length > 160 ? `${label.slice(0, 160)}...` : label;
}

interface Reason {
  readonly text: string;
  /** A whole clause; the text of a tool's check needs the part before it. */
  readonly isClause: boolean;
}

function clause(text: string): Reason {
  return { text, isClause: true };
}

function reasonAbout(
  judgement: Judgement,
  question: DecisionInput,
  { mode, what }: { mode: Mode; what: string },
): Reason {
  const { step, part, determining } = judgement;
  const check = reasonOf(part);
  const named = { rules: nameRules(determining), what };
  const isOne = determining.length === 1;
  switch (step) {
    case 'frozen':
      return clause(fill(reasons.frozen, { why: question.frozen ?? '' }));
    case 'deny':
      return clause(fill(reasons[isOne ? 'denyRule' : 'denyRules'], named) + suspicion(judgement, question));
    case 'mayDeny':
      return clause(mayMatch(judgement, question, what));
    case 'ask':
      return clause(asking(judgement, question, what));
    case 'guard':
      return { text: fill(reasons.guarded, { reason: part.guard?.reason ?? '' }), isClause: false };
    case 'readOnly':
      return clause(fill(reasons.readOnly, { what }));
    case 'checkAllow':
      return part.readOnly && check === checkReasons.readOnly
        ? clause(what === 'it' ? check : fill(reasons.readOnly, { what }))
        : { text: check, isClause: false };
    case 'checkDeny':
    case 'safety':
    case 'checkAsk':
      return { text: check, isClause: false };
    case 'edit':
      return clause(fill(reasons.insideEdit, { what }));
    case 'allowRule':
      return clause(fill(reasons[isOne ? 'allowRule' : 'allowRules'], named));
    case 'sandbox':
      return clause(fill(reasons.sandbox, { what }));
    case 'unsandboxed':
      return clause(
        fill(reasons[outsideReason(judgement, question)], {
          what,
          why: judgement.unfit ?? '',
          by: `\`${shortened(question.world.sandbox?.unapproved?.[0] ?? '', 60)}\``,
        }),
      );
    case 'otherwise':
      return otherwise(judgement, { mode, what, check, unlisted: question.policy.unlisted });
  }
}

function outsideReason(
  { isApart }: Judgement,
  { world }: DecisionInput,
): 'notTogether' | 'changedInside' | 'unsandboxed' {
  if (isApart === true) return 'notTogether';
  return (world.sandbox?.unapproved ?? []).length > 0 ? 'changedInside' : 'unsandboxed';
}

/** A rule that only may match does not say what the call does. */
function asking(judgement: Judgement, question: DecisionInput, what: string): string {
  const sure = matchingSurely(judgement);
  if (sure.length === 0) return mayMatch(judgement, question, what);
  const named = { rules: nameRules(sure), what };
  return fill(reasons[sure.length === 1 ? 'askRule' : 'askRules'], named) + suspicion(judgement, question);
}

/** If many rules only may match, quoting the first says nothing about the call, so they are counted. */
function mayMatch(judgement: Judgement, question: DecisionInput, what: string): string {
  const { determining, part } = judgement;
  return (
    fill(reasons.mayMatch, {
      rules:
        determining.length > 3
          ? fill(reasons.manyRules, { count: String(determining.length) })
          : nameRules(determining),
      what,
    }) + (suspicion(judgement, question) || doubt(part.doubts))
  );
}

interface Otherwise {
  readonly mode: Mode;
  readonly what: string;
  readonly check: string;
  readonly unlisted: 'ask' | 'deny';
}

function otherwise(
  { verdict, part, matched }: Judgement,
  { mode, what, check, unlisted }: Otherwise,
): Reason {
  if (mode === 'bypass') return clause(reasons.bypass);
  if (mode === 'explore')
    return part.check.outcome === 'safety'
      ? { text: fill(reasons.checkInExplore, { reason: check }), isClause: false }
      : clause(fill(reasons.notReadOnly, { what }));
  const silent = matched.contributions.find(
    ({ rule, inert }) => rule.verdict === 'allow' && inert !== undefined,
  );
  if (silent?.inert !== undefined)
    return clause(fill(reasons.inertAllow, { rule: nameRule(silent.rule), what, inert: silent.inert }));
  // A tool's own allow does not list the call, so its reason would read like that of an allow.
  if (verdict === 'deny' && unlisted === 'deny') return clause(fill(reasons.unlisted, { what }));
  if (check !== '') return { text: check, isClause: false };
  return clause(
    verdict === 'deny'
      ? fill(reasons.noRuleInMode, { what, mode })
      : `${fill(reasons.noRule, { what })}${doubt(part.doubts)}`,
  );
}

/** The argument of an undescribed tool that made the rule match. */
function suspicion(judgement: Judgement, question: DecisionInput): string {
  const found = suspectedArguments(judgement, question);
  return found.length === 0 ? '' : `: ${found.map((one) => fill(reasons.argumentNames, one)).join(', ')}`;
}

function doubt(doubts: readonly string[]): string {
  return doubts[0] === undefined ? '' : ` (${doubts[0]})`;
}
