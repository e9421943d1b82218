import { fill } from '../messages/fill.ts';
import { reasons, verdictMessages } from '../messages/decision.ts';
import { checkReasons } from '../messages/tool-checks.ts';
import type { Mode } from '../policy/mode-name.ts';
import { matchingSurely, type Judgement } from './judge-part.ts';
import type { DecisionInput } from './decision-input.ts';
import type { RuleReference } from './receipt.ts';
import { suspectedArguments } from './suspected-arguments.ts';

/** `Bash(git push:*) (project, .permesso/policy.yaml:7)`. */
export function nameRule({ text, when, layer, file, line, grant }: RuleReference): string {
  if (grant !== undefined) return `${text} (granted)`;
  const place = file === undefined ? layer : `${layer}, ${file}${line === undefined ? '' : `:${line}`}`;
  return `${text}${when === undefined ? '' : ` when ${JSON.stringify(when)}`} (${place})`;
}

function nameRules(rules: readonly RuleReference[]): string {
  const shown = rules.slice(0, 3).map(nameRule).join(', ');
  return rules.length > 3 ? `${shown} and ${rules.length - 3} more` : shown;
}

/** Why the part got its verdict, beside the part. */
export function reasonFor(judgement: Judgement, question: DecisionInput, mode: Mode): string {
  return reasonAbout(judgement, question, { mode, what: 'it' }).text;
}

/** The same as a sentence that names the part. */
export function sentenceFor(judgement: Judgement, question: DecisionInput, mode: Mode): string {
  const what = `\`${shortLabel(judgement.part.label)}\``;
  const { text, isClause } = reasonAbout(judgement, question, { mode, what });
  const asked = question.interactive || judgement.verdict !== 'ask' ? judgement.verdict : 'deny';
  const verdict = judgement.sandboxed === true ? 'allowSandboxed' : asked;
  return isClause
    ? fill(verdictMessages[verdict], { reason: text })
    : fill(verdictMessages[`${verdict}About`], { what, reason: text });
}

/** The receipt has the whole label; a sentence with a heredoc in it would not be read. */
function shortLabel(label: string): string {
  return label.length > 160 ? `${label.slice(0, 160)}...` : label;
}

interface Reason {
  readonly text: string;
  /** A whole clause; the words of a tool's check need the part before them. */
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
  const check = part.check.outcome === 'pass' ? '' : part.check.reason;
  const named = { rules: nameRules(determining), what };
  const isOne = determining.length === 1;
  switch (step) {
    case 'frozen':
      return clause(fill(reasons.frozen, { why: question.frozen ?? '' }));
    case 'deny':
      return clause(fill(reasons[isOne ? 'denyRule' : 'denyRules'], named) + suspicion(judgement, question));
    case 'mayDeny':
      return clause(fill(reasons.mayMatch, named) + (suspicion(judgement, question) || doubt(part.doubts)));
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
        fill(reasons[judgement.isApart === true ? 'notTogether' : 'unsandboxed'], {
          what,
          why: judgement.unfit ?? '',
        }),
      );
    case 'otherwise':
      return otherwise(judgement, { mode, what, check, unlisted: question.policy.unlisted });
  }
}

/** A rule that only may match does not say what the call does. */
function asking(judgement: Judgement, question: DecisionInput, what: string): string {
  const sure = matchingSurely(judgement);
  const suspected = suspicion(judgement, question);
  if (sure.length > 0)
    return (
      fill(reasons[sure.length === 1 ? 'askRule' : 'askRules'], { rules: nameRules(sure), what }) + suspected
    );
  const named = { rules: nameRules(judgement.determining), what };
  return fill(reasons.mayMatch, named) + (suspected || doubt(judgement.part.doubts));
}

interface Otherwise {
  readonly mode: Mode;
  readonly what: string;
  /** The reason of the tool's own check. */
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
  // A tool's own allow is no listing, so its reason would be that of an allow.
  if (verdict === 'deny' && unlisted === 'deny') return clause(fill(reasons.unlisted, { what }));
  if (check !== '') return { text: check, isClause: false };
  return clause(
    verdict === 'deny'
      ? fill(reasons.noRuleInMode, { what, mode })
      : `${fill(reasons.noRule, { what })}${doubt(part.doubts)}`,
  );
}

/** Which argument of an undescribed tool brought the rule up. */
function suspicion(judgement: Judgement, question: DecisionInput): string {
  const found = suspectedArguments(judgement, question);
  return found.length === 0 ? '' : `: ${found.map((one) => fill(reasons.argumentNames, one)).join(', ')}`;
}

function doubt(doubts: readonly string[]): string {
  return doubts[0] === undefined ? '' : ` (${doubts[0]})`;
}
