import { definedFields } from '../call/defined-fields.ts';
import type { Guard, Part } from '../facts/part.ts';
import type { Rule } from '../policy/rules/rule.ts';
import type { Verdict } from '../policy/rules/verdict.ts';
import { sameAsk, type Ask, type Grant } from './grant.ts';
import { withGrant, matchRules, refer, type Granting, type RuleMatches } from './match-rules.ts';
import { modeTable, steps, type Cell, type ModeRow, type Step } from './mode-table.ts';
import type { Mode } from '../policy/mode-name.ts';
import type { DecisionInput } from './decision-input.ts';
import type { RuleReference } from './receipt.ts';
import { areDenialsHeld, fitOf, sandboxView, type PartFit, type SandboxView } from './sandbox-view.ts';

/** The verdict on one part, with its reasons. */
export interface Judgement {
  readonly part: Part;
  readonly matched: RuleMatches;
  readonly verdict: Verdict;
  /** Allowed only in a sandbox. */
  readonly sandboxed?: true;
  /** Why it cannot run sandboxed, where the policy uses sandboxes. */
  readonly unfit?: string;
  /** The host that would have to be open for it to run sandboxed. */
  readonly closedHost?: string;
  /** Asked about, and sandboxed once approved. */
  readonly needsSandbox?: true;
  /** It could run unsandboxed if other parts of the call did not run sandboxed. */
  readonly isApart?: true;
  readonly step: Step;
  readonly determining: readonly RuleReference[];
  readonly asks: readonly Ask[];
}

/**
 * Reads the mode's row from left to right: the first step that applies and whose cell holds a verdict decides. An ask that a
 * person has answered is skipped, and a part that only the mode would then refuse is allowed, because they approved it. An ask
 * that no answer could pass becomes a deny.
 */
export function judgePart(
  question: DecisionInput,
  part: Part,
  { mode, view }: { readonly mode: Mode; readonly view: SandboxView | undefined },
): Judgement {
  return judgeMatches(matchRules(question, part, mode), { question, part, mode }, view);
}

/** Judges the same part again with a new grant. */
export function judgeGranted(
  { part, matched }: Judgement,
  grant: Grant,
  by: Omit<Granting, 'part'>,
): Judgement {
  const about = { ...by, part };
  return judgeMatches(withGrant(matched, grant, about), about, sandboxView(by.question, by.mode));
}

function judgeMatches(
  matched: RuleMatches,
  { question, part, mode }: Granting,
  view: SandboxView | undefined,
): Judgement {
  const fit = view === undefined ? undefined : { ...fitOf(question, part, view), view };
  const about: PartContext = { question, part, matched, ...definedFields({ fit }) };
  const judged = judgeSteps(about, mode);
  return fit === undefined ? judged : inSandbox(judged, { ...about, fit }, mode);
}

/**
 * An allowed part that may run code written by a sandboxed call runs sandboxed too. Where no sandbox can run it, a person is
 * asked for this exact call.
 */
function inSandbox(judged: Judgement, about: PartContext & { readonly fit: PartFit }, mode: Mode): Judgement {
  const { fit, matched } = about;
  const { unfit, host } = fit;
  const known = { ...judged, ...definedFields({ unfit, closedHost: host }) };
  const goesIn =
    !mayLeave(about) || (isHeldOff(about) && !isPresent('mayDeny', about)) || isTakenIn(about, mode);
  if (judged.verdict === 'ask' && unfit === undefined && goesIn) return { ...judged, needsSandbox: true };
  if (judged.verdict !== 'allow' || judged.step === 'sandbox') return known;
  if (!isHeldOff(about) && mayLeave(about)) return known;
  if (unfit === undefined) return { ...judged, sandboxed: true };
  return outsideAsk(known, mode, matched);
}

/** A part that no rule or answer allows runs in the sandbox, if the sandbox holds it. */
function isTakenIn(about: PartContext, mode: Mode): boolean {
  const row = modeTable[mode];
  return (
    row.allowRule === '-' && cellOf('sandbox', row, about.question) !== '-' && isPresent('sandbox', about)
  );
}

/** A deny rule that may match was passed over because the sandbox enforces it. */
function isHeldOff({ matched, fit }: PartContext): boolean {
  return fit?.isHeld === true && asksOf('mayDeny', matched).some((ask) => !isAnswered(ask, matched));
}

function mayLeave({ fit, matched }: PartContext): boolean {
  return (
    fit === undefined ||
    fit.staysBare ||
    matched.unsandboxed ||
    isAnswered({ because: 'unsandboxed' }, matched)
  );
}

/** Judges a part that cannot run sandboxed while other parts of the call do: everything that needs approval is asked at once. */
export function besideSandboxed(judged: Judgement, mode: Mode): Judgement {
  if (judged.unfit === undefined || judged.sandboxed === true) return judged;
  if (judged.verdict === 'allow') return outsideAsk({ ...judged, isApart: true }, mode, judged.matched);
  const isPut = judged.asks.some(({ because }) => because === 'unsandboxed');
  if (judged.verdict !== 'ask' || isPut || isAnswered({ because: 'unsandboxed' }, judged.matched))
    return judged;
  return { ...judged, asks: [...judged.asks, { because: 'unsandboxed' }] };
}

/** Asks about a part that is allowed but must not run unsandboxed. */
function outsideAsk(judged: Judgement, mode: Mode, matched: RuleMatches): Judgement {
  const cell = modeTable[mode].unsandboxed;
  if (cell === '-' || cell === 'allow' || isAnswered({ because: 'unsandboxed' }, matched)) return judged;
  return {
    ...judged,
    verdict: cell,
    step: 'unsandboxed',
    determining: [],
    asks: cell === 'ask' ? [{ because: 'unsandboxed' }] : [],
  };
}

function judgeSteps(about: PartContext, mode: Mode): Judgement {
  const { question, part, matched } = about;
  let answered = false;
  for (const step of steps) {
    const cell = cellOf(step, modeTable[mode], question);
    if (cell === '-' || !isPresent(step, about)) continue;
    if (answered && step === 'otherwise' && cell !== 'allow') return { part, matched, ...byAnswer(matched) };
    if (step === 'sandbox') return { part, matched, ...allowedInside };
    const asks = asksOf(step, matched, part);
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
  // Unreachable while every row has a verdict under `otherwise`; deny is the only safe default.
  return { part, matched, verdict: 'deny', step: 'otherwise', determining: [], asks: [] };
}

const allowedInside = {
  verdict: 'allow',
  sandboxed: true,
  step: 'sandbox',
  determining: [],
  asks: [],
} as const;

/**
 * The later step that refuses the part whatever a person answers: the tool's own check. The part is then not asked about,
 * because an approval that cannot run the call is a trap for the approver.
 */
function refusalAfter(from: Step, mode: Mode, about: PartContext): Step | undefined {
  for (const step of steps.slice(steps.indexOf(from) + 1)) {
    const cell = cellOf(step, modeTable[mode], about.question);
    if (step === 'otherwise' || cell === '-' || cell === 'ask' || !isPresent(step, about)) continue;
    return cell === 'deny' ? step : undefined;
  }
  return undefined;
}

/** Everything that a person must approve, asked at once: the asks of this step and of later steps that ask too. */
function openAsks(from: Step, mode: Mode, about: PartContext): readonly Ask[] {
  const open: Ask[] = [];
  for (let index = steps.indexOf(from); index < steps.length; index++) {
    const step = steps[index] ?? 'otherwise';
    if (step === 'otherwise' && step !== from) break;
    if (cellOf(step, modeTable[mode], about.question) !== 'ask' || !isPresent(step, about)) continue;
    for (const ask of asksOf(step, about.matched, about.part))
      if (!isAnswered(ask, about.matched)) open.push(ask);
  }
  // Approving a part that no sandbox can run means approving that it runs outside.
  if (about.fit?.unfit !== undefined && !mayLeave(about)) open.push({ because: 'unsandboxed' });
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

/** Where the policy denies unlisted calls, a tool's own allow does not list one; a policy never loosens a mode. */
function cellOf(step: Step, row: ModeRow, { policy }: DecisionInput): Cell {
  if (policy.unlisted === 'ask') return row[step];
  if (step === 'checkAllow' || step === 'sandbox') return '-';
  return step === 'otherwise' && row.otherwise === 'ask' ? 'deny' : row[step];
}

interface PartContext {
  readonly question: DecisionInput;
  readonly part: Part;
  readonly matched: RuleMatches;
  readonly fit?: PartFit & { readonly view: SandboxView };
}

function isPresent(step: Step, about: PartContext): boolean {
  const { question, part, matched } = about;
  switch (step) {
    case 'frozen':
      return question.frozen !== undefined;
    case 'deny':
      return matched.deny.length > 0;
    case 'mayDeny':
      return matched.mayDeny.length > 0 && !isHeld(about);
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
    case 'sandbox':
      return about.fit?.view.answers === true && about.fit.isHeld;
    case 'otherwise':
      return true;
    case 'unsandboxed':
      return false;
  }
}

/**
 * A sandboxed call cannot do what the rules forbid, even if a rule only may match; so its part runs in the sandbox or not at
 * all.
 */
function isHeld({ fit, matched }: PartContext): boolean {
  return fit?.view.answers === true && fit.isHeld && areDenialsHeld(matched.mayDeny, fit.view);
}

/** The asks that must be answered for this step to pass. */
function asksOf(step: Step, matched: RuleMatches, part?: Part): readonly Ask[] {
  switch (step) {
    case 'mayDeny':
      return matched.mayDeny.map(({ key }): Ask => ({ because: 'deny-may-match', rule: key }));
    case 'ask':
      return matched.ask.map(({ key }): Ask => ({ because: 'ask-rule', rule: key }));
    case 'guard':
      return part?.guard === undefined ? [] : [{ because: 'safety', code: guardCode(part.guard) }];
    case 'safety':
      return part?.check.outcome === 'safety' ? [{ because: 'safety', code: part.check.code }] : [];
    case 'otherwise':
      return [part?.check.outcome === 'ask' ? { because: 'tool-asks' } : { because: 'no-rule' }];
    default:
      return [];
  }
}

/** An answer to the tool's own safety ask does not answer the guard's. */
function guardCode({ code }: Guard): string {
  return `guard-${code}`;
}

/** Only the exact ask that a person saw counts as answered; an immune one only for the exact call. */
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

/** The deciding rules that certainly match: rules that only may match cannot be quoted as fact. */
export function matchingSurely({ determining, matched }: Judgement): readonly RuleReference[] {
  // A set, because a call may concern ten thousand of 100,000 rules.
  const sure = new Set(
    matched.contributions.filter(({ match }) => match === 'yes').map(({ rule }) => rule.key),
  );
  return determining.filter(({ key }) => sure.has(key));
}

function unanswered(rules: readonly Rule[], open: readonly Ask[]): readonly RuleReference[] {
  const asked = new Set(open.flatMap((ask) => ('rule' in ask ? [ask.rule] : [])));
  return rules.filter(({ key }) => asked.has(key)).map(refer);
}
