import type { Part } from '../../facts/part.ts';
import type { Layer } from '../../policy/layer.ts';
import type { Verdict } from '../../policy/rules/verdict.ts';
import { candidatesFor, risks, type Candidate } from './candidates.ts';
import { evaluateAgain, withRules, type RememberedCall } from './remembered-call.ts';

/** A call that was asked about, and the person's answers. */
export interface Approved {
  readonly item: RememberedCall;
  readonly yes: number;
  /** The number of these known only because the call ran after the agent program asked, so the approver is unknown. */
  readonly ran?: number;
  readonly no: number;
}

/** A call that learnt rules must never let through, with the policy that it is tried under. */
export interface Hostile {
  readonly id: string;
  readonly item: RememberedCall;
  readonly layers: readonly Layer[];
}

export interface LearnOptions {
  /** The policy that asks today. */
  readonly layers: readonly Layer[];
  readonly hostile: readonly Hostile[];
  /** How many approvals make a habit. */
  readonly least: number;
}

export interface LearnedRules extends Candidate {
  /** How often a person approved a call that the rule covers. */
  readonly approved: number;
  /** The number of these known only because the call ran after the agent program asked. */
  readonly ran: number;
  /** Prompts that this rule removes, given the rules ranked before it. */
  readonly saved: number;
}

export interface Learning {
  readonly rules: readonly LearnedRules[];
  /** Prompts in the history that still ask today, and how many remain with all rules. */
  readonly prompts: number;
  readonly left: number;
  /** The number of hostile corpus calls that were tried. */
  readonly hostile: number;
  /** Rejected rules, with the reasons. */
  readonly dropped: readonly { readonly rule: string; readonly because: string }[];
  /** Why prompts remain: calls that nothing is learnt about. */
  readonly limits: readonly { readonly why: string; readonly prompts: number }[];
}

/** Rules that would have removed prompts, each proven on the history and on the hostile corpus. Pure. */
export function learnRules(history: readonly Approved[], options: LearnOptions): Learning {
  const today = withRules(options.layers, []);
  const asking = history.filter(({ item }) => evaluateAgain(item, today).verdict === 'ask');
  const dropped: { rule: string; because: string }[] = [];
  const proven = habits(asking, options).filter(({ candidate }) => {
    const because = objection(candidate.rule, { history, options });
    if (because !== undefined) dropped.push({ rule: candidate.rule, because });
    return because === undefined;
  });
  const rules = choose(proven, { asking, options });
  const learnt = withRules(
    options.layers,
    rules.map(({ rule }) => rule),
  );
  const left = asking.filter(({ item }) => evaluateAgain(item, learnt).verdict !== 'allow');
  const count = (all: readonly Approved[]): number => all.reduce((sum, { yes, no }) => sum + yes + no, 0);
  return {
    rules,
    prompts: count(asking),
    left: count(left),
    hostile: options.hostile.length,
    dropped,
    limits: limitsOf(left, learnt),
  };
}

interface Habit {
  readonly candidate: Candidate;
  readonly approved: number;
  readonly ran: number;
}

/** Every rule with enough approvals. */
function habits(asking: readonly Approved[], { layers, least }: LearnOptions): readonly Habit[] {
  const today = withRules(layers, []);
  const found = new Map<string, { candidate: Candidate; approved: number; ran: number }>();
  for (const { item, yes, ran = 0 } of asking) {
    if (yes === 0) continue;
    const seen = new Set<string>();
    for (const { part, verdict } of evaluateAgain(item, today).judgements) {
      if (verdict !== 'ask') continue;
      for (const candidate of candidatesFor(item, part)) {
        if (seen.has(candidate.rule)) continue;
        seen.add(candidate.rule);
        const known = found.get(candidate.rule);
        if (known === undefined) found.set(candidate.rule, { candidate, approved: yes, ran });
        else {
          known.approved += yes;
          known.ran += ran;
        }
      }
    }
  }
  return [...found.values()].filter(({ approved }) => approved >= least);
}

/** Why a rule may not be proposed: a person denied such a call, or an attack would pass. */
function objection(
  rule: string,
  { history, options }: { readonly history: readonly Approved[]; readonly options: LearnOptions },
): string | undefined {
  const { layers, hostile } = options;
  const before = withRules(layers, []);
  const after = withRules(layers, [rule]);
  if (after.problems.length > before.problems.length) return 'the rule cannot be read';
  const refused = history.find(
    ({ item, no }) =>
      no > 0 &&
      evaluateAgain(item, before).verdict !== 'allow' &&
      evaluateAgain(item, after).verdict === 'allow',
  );
  if (refused !== undefined) return 'it would allow a call that a person refused';
  const passed = newlyAllowed(hostile, [rule]);
  return passed[0] === undefined ? undefined : `it would allow ${passed[0]} of the hostile corpus`;
}

/** The calls that the rules would newly let through. */
export function newlyAllowed(hostile: readonly Hostile[], rules: readonly string[]): readonly string[] {
  const alone = withRules([], rules);
  return hostile
    .filter(({ item, layers }) => {
      // Rules that allow no part of a call on their own cannot do so with others: this settles most calls.
      if (allowedParts(item, alone) === allowedParts(item, noRules)) return false;
      const verdict = (more: readonly string[]): Verdict =>
        evaluateAgain(item, withRules(layers, more)).verdict;
      return verdict(rules) === 'allow' && verdict([]) !== 'allow';
    })
    .map(({ id }) => id);
}

const noRules = withRules([], []);

function allowedParts(item: RememberedCall, policy: ReturnType<typeof withRules>): number {
  return evaluateAgain(item, policy).judgements.filter(({ verdict }) => verdict === 'allow').length;
}

/** Picks the rule that removes most prompts; of equals, the harmless one, then the longer, more specific one. */
function choose(
  habitual: readonly Habit[],
  { asking, options }: { readonly asking: readonly Approved[]; readonly options: LearnOptions },
): readonly LearnedRules[] {
  const chosen: LearnedRules[] = [];
  let waiting = asking;
  let rest = [...habitual];
  while (rest.length > 0 && chosen.length < mostRules) {
    const rules = chosen.map(({ rule }) => rule);
    const scored = rest
      .map((habit) => ({ habit, saved: savedBy([...rules, habit.candidate.rule], { waiting, options }) }))
      .toSorted(
        (a, b) =>
          b.saved - a.saved ||
          risk(a.habit) - risk(b.habit) ||
          b.habit.candidate.rule.length - a.habit.candidate.rule.length,
      );
    const [best] = scored;
    if (best === undefined) break;
    const after = [...rules, best.habit.candidate.rule];
    // Two rules together may pass a call that neither passes alone: `a && b`.
    if (best.saved === 0) {
      const pair = bestPair(
        scored.map(({ habit }) => habit),
        { rules, waiting, options },
      );
      if (pair === undefined) break;
      chosen.push({ ...pair.candidate, approved: pair.approved, ran: pair.ran, saved: 0 });
      rest = rest.filter((habit) => habit !== pair);
      continue;
    }
    rest = rest.filter((habit) => habit !== best.habit);
    if (newlyAllowed(options.hostile, after).length > 0) continue;
    const { candidate, approved, ran } = best.habit;
    chosen.push({ ...candidate, approved, ran, saved: best.saved });
    const policy = withRules(options.layers, after);
    waiting = waiting.filter(({ item }) => evaluateAgain(item, policy).verdict !== 'allow');
  }
  return chosen
    .filter(({ saved }, at) => saved > 0 || chosen.slice(at + 1).some((later) => later.saved > 0))
    .toSorted((a, b) => risks.indexOf(a.risk) - risks.indexOf(b.risk) || b.saved - a.saved);
}

const mostRules = 40;

function risk({ candidate }: Habit): number {
  return risks.indexOf(candidate.risk);
}

function savedBy(
  rules: readonly string[],
  { waiting, options }: { readonly waiting: readonly Approved[]; readonly options: LearnOptions },
): number {
  const policy = withRules(options.layers, rules);
  return waiting.reduce(
    (sum, { item, yes }) => sum + (evaluateAgain(item, policy).verdict === 'allow' ? yes : 0),
    0,
  );
}

/** The most frequent rule, if it saves prompts together with any other. */
function bestPair(
  rest: readonly Habit[],
  about: {
    readonly rules: readonly string[];
    readonly waiting: readonly Approved[];
    readonly options: LearnOptions;
  },
): Habit | undefined {
  const [first, ...others] = rest.toSorted((a, b) => b.approved - a.approved);
  if (first === undefined) return undefined;
  const helps = others.some(
    ({ candidate }) => savedBy([...about.rules, first.candidate.rule, candidate.rule], about) > 0,
  );
  return helps ? first : undefined;
}

function isImmunePart({ guard, check }: Part): boolean {
  return guard !== undefined || check.outcome === 'safety';
}

/** What the remaining prompts have in common: the first part that still asks. */
function limitsOf(left: readonly Approved[], policy: ReturnType<typeof withRules>): Learning['limits'] {
  const counts = new Map<string, number>();
  for (const { item, yes, no } of left) {
    const part = evaluateAgain(item, policy).judgements.find(({ verdict }) => verdict !== 'allow')?.part;
    const kinds = new Set<string>(part?.accesses.map(({ kind }) => kind));
    const why =
      part !== undefined && isImmunePart(part)
        ? 'a safety ask'
        : part?.insideEdit === true
          ? 'edits files in the project: mode acceptEdits would not ask'
          : kinds.has('execute')
            ? 'runs code that the call does not show'
            : kinds.has('delete')
              ? 'deletes'
              : kinds.has('network')
                ? 'reaches the network'
                : part?.subject.kind === 'path'
                  ? 'writes a file in a place without a habit'
                  : 'approved too seldom, or no rule is known that covers only this';
    counts.set(why, (counts.get(why) ?? 0) + yes + no);
  }
  return Array.from(counts, ([why, prompts]) => ({ why, prompts })).toSorted((a, b) => b.prompts - a.prompts);
}
