import type { Guard, Part } from '../facts/part.ts';
import type { Rule } from '../policy/rules/rule.ts';
import type { Verdict } from '../policy/rules/verdict.ts';
import { sameAsk, type Ask, type Grant } from './grant.ts';
import { withGrant, matchRules, refer, type Granting, type RuleMatches } from './match-rules.ts';
import { modeTable, steps, type Cell, type Row, type Step } from './mode-table.ts';
import type { Mode } from '../policy/mode-name.ts';
import type { DecisionInput } from './decision-input.ts';
import type { RuleReference } from './receipt.ts';

/** The verdict on one part, with what made it. */
export interface Judgement {
  readonly part: Part;
  readonly matched: RuleMatches;
  readonly verdict: Verdict;
  readonly step: Step;
  readonly determining: readonly RuleReference[];
  readonly asks: readonly Ask[];
}

/**
 * Reads the mode's row from the left: the first question with a yes and a verdict in its cell decides. An ask that a
 * person has answered is passed over, and what only the mode would then refuse is allowed: they said yes to it. An ask
 * that no answer could pass is a deny.
 */
export function judgePart(question: DecisionInput, part: Part, mode: Mode): Judgement {
  return judgeMatches(matchRules(question, part, mode), { question, part, mode });
}

/** The same part once more, after somebody said yes to something. */
export function judgeGranted(
  { part, matched }: Judgement,
  grant: Grant,
  by: Omit<Granting, 'part'>,
): Judgement {
  const about = { ...by, part };
  return judgeMatches(withGrant(matched, grant, about), about);
}

function judgeMatches(matched: RuleMatches, { question, part, mode }: Granting): Judgement {
  const about = { question, part, matched };
  let answered = false;
  for (const step of steps) {
    const cell = cellOf(step, modeTable[mode], question);
    if (cell === '-' || !isPresent(step, about)) continue;
    if (answered && step === 'otherwise' && cell !== 'allow') return { part, matched, ...byAnswer(matched) };
    const asks = asksOf(step, part, matched);
    const open = cell === 'ask' ? asks.filter((ask) => !isAnswered(ask, matched)) : asks;
    if (cell === 'ask' && asks.length > 0 && open.length === 0) {
      answered = true;
      continue;
    }
    const refusal = cell === 'ask' ? refusalAfter(step, mode, about) : undefined;
    if (refusal !== undefined)
      return {
        part,
        matched,
        verdict: 'deny',
        step: refusal,
        determining: determiningOf(refusal, matched, []),
        asks: [],
      };
    const determining = determiningOf(step, matched, open);
    return {
      part,
      matched,
      verdict: cell,
      step,
      determining,
      asks: cell === 'ask' ? openAsks(step, mode, about) : [],
    };
  }
  // Unreachable while every row has a verdict under `otherwise`; deny is the only safe thing to say.
  return { part, matched, verdict: 'deny', step: 'otherwise', determining: [], asks: [] };
}

/**
 * The later step that refuses the part whatever a person answers: the tool's own check. Nobody is asked then, because an
 * approval that cannot run the call is a trap for the approver.
 */
function refusalAfter(from: Step, mode: Mode, about: PartContext): Step | undefined {
  for (const step of steps.slice(steps.indexOf(from) + 1)) {
    const cell = cellOf(step, modeTable[mode], about.question);
    if (step === 'otherwise' || cell === '-' || cell === 'ask' || !isPresent(step, about)) continue;
    return cell === 'deny' ? step : undefined;
  }
  return undefined;
}

/** Everything a person must say yes to, put at once: the asks of this step and of the later ones that ask too. */
function openAsks(from: Step, mode: Mode, about: PartContext): readonly Ask[] {
  const open: Ask[] = [];
  for (let index = steps.indexOf(from); index < steps.length; index++) {
    const step = steps[index] ?? 'otherwise';
    if (step === 'otherwise' && step !== from) break;
    if (cellOf(step, modeTable[mode], about.question) !== 'ask' || !isPresent(step, about)) continue;
    for (const ask of asksOf(step, about.part, about.matched))
      if (!isAnswered(ask, about.matched)) open.push(ask);
  }
  return open;
}

function byAnswer(matched: RuleMatches): Pick<Judgement, 'verdict' | 'step' | 'determining' | 'asks'> {
  return {
    verdict: 'allow',
    step: 'allowRule',
    determining: matched.allow.filter(({ grant }) => grant !== undefined),
    asks: [],
  };
}

/** Where the policy denies what nobody listed, a tool's own yes is no listing; a policy never loosens a mode. */
function cellOf(step: Step, row: Row, { policy }: DecisionInput): Cell {
  if (policy.unlisted === 'ask') return row[step];
  if (step === 'checkAllow') return '-';
  return step === 'otherwise' && row.otherwise === 'ask' ? 'deny' : row[step];
}

interface PartContext {
  readonly question: DecisionInput;
  readonly part: Part;
  readonly matched: RuleMatches;
}

function isPresent(step: Step, about: PartContext): boolean {
  const { question, part, matched } = about;
  switch (step) {
    case 'frozen':
      return question.frozen !== undefined;
    case 'deny':
      return matched.deny.length > 0;
    case 'mayDeny':
      return matched.mayDeny.length > 0;
    case 'ask':
      return matched.ask.length > 0;
    case 'guard':
      return part.guard !== undefined;
    case 'readOnly':
      return part.readOnly;
    case 'checkAllow':
      return part.check.outcome === 'allow';
    case 'checkDeny':
      return part.check.outcome === 'deny';
    case 'safety':
      return part.check.outcome === 'safety';
    case 'checkAsk':
      return part.check.outcome === 'ask';
    case 'edit':
      return part.insideEdit;
    case 'allowRule':
      return matched.allow.length > 0;
    case 'otherwise':
      return true;
  }
}

/** What a person would have to answer for this step to pass. */
function asksOf(step: Step, part: Part, matched: RuleMatches): readonly Ask[] {
  switch (step) {
    case 'mayDeny':
      return matched.mayDeny.map(({ key }): Ask => ({ because: 'deny-may-match', rule: key }));
    case 'ask':
      return matched.ask.map(({ key }): Ask => ({ because: 'ask-rule', rule: key }));
    case 'guard':
      return part.guard === undefined ? [] : [{ because: 'safety', code: guardCode(part.guard) }];
    case 'safety':
      return part.check.outcome === 'safety' ? [{ because: 'safety', code: part.check.code }] : [];
    case 'otherwise':
      return [part.check.outcome === 'ask' ? { because: 'tool-asks' } : { because: 'no-rule' }];
    default:
      return [];
  }
}

/** An answer to the tool's own safety ask is none to this one. */
function guardCode({ code }: Guard): string {
  return `guard-${code}`;
}

/** Only the very ask that was put to a person; an immune one only for the exact call. */
function isAnswered(ask: Ask, matched: RuleMatches): boolean {
  if (matched.grants.length === 0) return false;
  return matched.grants.some(
    (grant) => grant.answers.some((answer) => sameAsk(answer, ask)) && reaches(grant, ask, matched),
  );
}

function reaches(grant: Grant, ask: Ask, matched: RuleMatches): boolean {
  if (grant.callKey !== undefined) return true;
  return ask.because === 'ask-rule' && matched.allow.some((reference) => reference.grant === grant.id);
}

function determiningOf(step: Step, matched: RuleMatches, open: readonly Ask[]): readonly RuleReference[] {
  switch (step) {
    case 'deny':
      return matched.deny.map(refer);
    case 'mayDeny':
      return unanswered(matched.mayDeny, open);
    case 'ask':
      return unanswered(matched.ask, open);
    case 'allowRule':
      return matched.allow;
    default:
      return [];
  }
}

/** Those of the rules that made the verdict which really match: of the others nothing is said as if it were true. */
export function matchingSurely({ determining, matched }: Judgement): readonly RuleReference[] {
  return determining.filter((rule) =>
    matched.contributions.some((one) => one.rule.key === rule.key && one.match === 'yes'),
  );
}

function unanswered(rules: readonly Rule[], open: readonly Ask[]): readonly RuleReference[] {
  return rules.filter(({ key }) => open.some((ask) => 'rule' in ask && ask.rule === key)).map(refer);
}
