import type { Guard, Part } from '../facts/part.ts';
import type { Rule } from '../policy/rule.ts';
import type { Verdict } from '../policy/verdict.ts';
import { sameAsk, type Ask, type Grant } from './grant.ts';
import { hearGrant, hearRules, refer, type Granting, type Heard } from './hear-rules.ts';
import { modeTable, steps, type Cell, type Row, type Step } from './mode-table.ts';
import type { Mode } from '../policy/mode-name.ts';
import type { Question } from './question.ts';
import type { RuleReference } from './receipt.ts';

/** The verdict on one part, with what made it. */
export interface Judgement {
  readonly part: Part;
  readonly heard: Heard;
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
export function judgePart(question: Question, part: Part, mode: Mode): Judgement {
  return judgeHeard(hearRules(question, part, mode), { question, part, mode });
}

/** The same part once more, after somebody said yes to something. */
export function judgeGranted(
  { part, heard }: Judgement,
  grant: Grant,
  by: Omit<Granting, 'part'>,
): Judgement {
  const about = { ...by, part };
  return judgeHeard(hearGrant(heard, grant, about), about);
}

function judgeHeard(heard: Heard, { question, part, mode }: Granting): Judgement {
  const about = { question, part, heard };
  let answered = false;
  for (const step of steps) {
    const cell = cellOf(step, modeTable[mode], question);
    if (cell === '-' || !isPresent(step, about)) continue;
    if (answered && step === 'otherwise' && cell !== 'allow') return { part, heard, ...byAnswer(heard) };
    const asks = asksOf(step, part, heard);
    const open = cell === 'ask' ? asks.filter((ask) => !isAnswered(ask, heard)) : asks;
    if (cell === 'ask' && asks.length > 0 && open.length === 0) {
      answered = true;
      continue;
    }
    const refusal = cell === 'ask' ? refusalAfter(step, mode, about) : undefined;
    if (refusal !== undefined)
      return {
        part,
        heard,
        verdict: 'deny',
        step: refusal,
        determining: determiningOf(refusal, heard, []),
        asks: [],
      };
    const determining = determiningOf(step, heard, open);
    return {
      part,
      heard,
      verdict: cell,
      step,
      determining,
      asks: cell === 'ask' ? openAsks(step, mode, about) : [],
    };
  }
  // Unreachable while every row has a verdict under `otherwise`; deny is the only safe thing to say.
  return { part, heard, verdict: 'deny', step: 'otherwise', determining: [], asks: [] };
}

/**
 * The later step that refuses the part whatever a person answers: the tool's own check. Nobody is asked then, because an
 * approval that cannot run the call is a trap for whoever gives it.
 */
function refusalAfter(from: Step, mode: Mode, about: About): Step | undefined {
  for (const step of steps.slice(steps.indexOf(from) + 1)) {
    const cell = cellOf(step, modeTable[mode], about.question);
    if (step === 'otherwise' || cell === '-' || cell === 'ask' || !isPresent(step, about)) continue;
    return cell === 'deny' ? step : undefined;
  }
  return undefined;
}

/** Everything a person must say yes to, put at once: the asks of this step and of the later ones that ask too. */
function openAsks(from: Step, mode: Mode, about: About): readonly Ask[] {
  const open: Ask[] = [];
  for (let index = steps.indexOf(from); index < steps.length; index++) {
    const step = steps[index] ?? 'otherwise';
    if (step === 'otherwise' && step !== from) break;
    if (cellOf(step, modeTable[mode], about.question) !== 'ask' || !isPresent(step, about)) continue;
    for (const ask of asksOf(step, about.part, about.heard))
      if (!isAnswered(ask, about.heard)) open.push(ask);
  }
  return open;
}

function byAnswer(heard: Heard): Pick<Judgement, 'verdict' | 'step' | 'determining' | 'asks'> {
  return {
    verdict: 'allow',
    step: 'allowRule',
    determining: heard.allow.filter(({ grant }) => grant !== undefined),
    asks: [],
  };
}

/** Where the policy denies what nobody listed, a tool's own yes is no listing; a policy never loosens a mode. */
function cellOf(step: Step, row: Row, { policy }: Question): Cell {
  if (policy.unlisted === 'ask') return row[step];
  if (step === 'checkAllow') return '-';
  return step === 'otherwise' && row.otherwise === 'ask' ? 'deny' : row[step];
}

interface About {
  readonly question: Question;
  readonly part: Part;
  readonly heard: Heard;
}

function isPresent(step: Step, about: About): boolean {
  const { question, part, heard } = about;
  switch (step) {
    case 'frozen':
      return question.frozen !== undefined;
    case 'deny':
      return heard.deny.length > 0;
    case 'mayDeny':
      return heard.mayDeny.length > 0;
    case 'ask':
      return heard.ask.length > 0;
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
      return heard.allow.length > 0;
    case 'otherwise':
      return true;
  }
}

/** What a person would have to answer for this step to pass. */
function asksOf(step: Step, part: Part, heard: Heard): readonly Ask[] {
  switch (step) {
    case 'mayDeny':
      return heard.mayDeny.map(({ key }): Ask => ({ because: 'deny-may-match', rule: key }));
    case 'ask':
      return heard.ask.map(({ key }): Ask => ({ because: 'ask-rule', rule: key }));
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
function isAnswered(ask: Ask, heard: Heard): boolean {
  if (heard.grants.length === 0) return false;
  return heard.grants.some(
    (grant) => grant.answers.some((answer) => sameAsk(answer, ask)) && reaches(grant, ask, heard),
  );
}

function reaches(grant: Grant, ask: Ask, heard: Heard): boolean {
  if (grant.callKey !== undefined) return true;
  return ask.because === 'ask-rule' && heard.allow.some((reference) => reference.grant === grant.id);
}

function determiningOf(step: Step, heard: Heard, open: readonly Ask[]): readonly RuleReference[] {
  switch (step) {
    case 'deny':
      return heard.deny.map(refer);
    case 'mayDeny':
      return unanswered(heard.mayDeny, open);
    case 'ask':
      return unanswered(heard.ask, open);
    case 'allowRule':
      return heard.allow;
    default:
      return [];
  }
}

function unanswered(rules: readonly Rule[], open: readonly Ask[]): readonly RuleReference[] {
  return rules.filter(({ key }) => open.some((ask) => 'rule' in ask && ask.rule === key)).map(refer);
}
