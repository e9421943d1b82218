import { definedFields, readCall, type ToolCall } from '@permesso/engine/call';
import {
  type CheckAnswer,
  type Decision,
  type DecisionInput,
  failureDecision,
  type Grant,
  withCounted,
} from '@permesso/engine/decision';
import { type Check, unaskedCheck } from '@permesso/engine/facts';
import { labelsBrought, newLabels, type SessionLabel } from '@permesso/engine/session';
import { grantsUsed } from '../approval/stores/grants-used.ts';
import { runChecks } from '../checks/run-checks.ts';
import { runToolCheck } from '../checks/tool-check.ts';
import { countCall, type CountedLimits, readCounts } from '../limits/count-call.ts';
import type { LimitClaim } from '../limits/limit-store.ts';
import { reportFailure } from '../stores/reported-stores.ts';
import {
  type Basis,
  type BasisOptions,
  type Decided,
  decideNow,
  decideRead,
  failedDecision,
} from './decide-now.ts';
import type { GateState } from './gate-state.ts';
import { keptFirst } from './keeping/keep-call.ts';
import { isOverSessions, sessionKeyOf } from './session/session-key.ts';

/** How often another process may consume a grant between our decision and our counting. */
const mostRaces = 3;

interface Counting {
  /** Further grants that count; their uses are not counted. */
  readonly extra?: readonly Grant[];
  /** False for a call that a person approved: it consumes nothing that was granted for others. Default: true. */
  readonly countsGrants?: boolean;
}

/**
 * Decides with the checks asked, and counts limits and uses of grants; a limit or grant with nothing left allows
 * nothing. Counts before the call runs, so a call that fails later has still used its share. Never rejects.
 */
export async function decideAndCount(
  state: GateState,
  call: ToolCall,
  { extra = [], countsGrants = true }: Counting = {},
): Promise<Decided> {
  try {
    let isCounted = false;
    for (let race = 0; race < mostRaces; race++) {
      const checked = await withChecks(state, {
        call,
        extra,
        decided: await decideRead(state, call, { extra }),
      });
      const read = await keptFirst(state, checked, (unkept) =>
        decideRead(state, call, { extra, unkept }).then((decided) =>
          withChecks(state, { call, extra, decided }),
        ),
      );
      // Counted once per call, however often it is decided.
      const decided = isCounted
        ? read
        : await withLimits(state, { call, decided: read, extra, counts: true });
      if (decided.decision.verdict !== 'allow') return await labelSession(state, call, decided);
      isCounted = true;
      if (!countsGrants || (await countUses(state, decided.decision, extra)))
        return await labelSession(state, call, decided);
    }
    return { decision: failureDecision('what was granted for this call was used up by others') };
  } catch (error) {
    return failedDecision(state, error);
  }
}

/** Decides with what the stores hold, limits included. Counts nothing; never rejects. */
export async function checkCall(
  state: GateState,
  call: ToolCall,
  { isCounted = false }: { readonly isCounted?: boolean },
): Promise<Decision> {
  const decided = await decideRead(state, call);
  if (isCounted) return decided.decision;
  return (await withLimits(state, { call, decided, extra: [], counts: false })).decision;
}

interface Limited {
  readonly call: ToolCall;
  /** The decision before limits were looked at. */
  readonly decided: Decided;
  readonly extra: readonly Grant[];
  /** Whether the call is about to run. */
  readonly counts: boolean;
}

/** Decides again if a limit is used up. */
async function withLimits(
  state: GateState,
  { call, decided, extra, counts: isRunning }: Limited,
): Promise<Decided> {
  const { decision, basis } = decided;
  const limits = (decision.receipt.limits ?? []).filter(({ over }) => over !== true);
  if (basis === undefined || limits.length === 0 || decision.verdict === 'deny') return decided;
  const { input, remembered } = basis;
  const counting = {
    store: state.limits,
    call: input.call,
    now: input.world.now,
    onError: (error: unknown): void => reportFailure(state.recorder, error),
  };
  const known = { extra, remembered, ...checkedBefore(input, basis) };
  if (!isRunning || decision.verdict !== 'allow')
    return decideNow(state, call, { ...known, counts: await readCounts(limits, counting) });
  const within = await countCall(limits, counting);
  if (within.isCounted) return asCounted(decided, within);
  const beyond = decideNow(state, call, { ...known, counts: within.counts });
  const measured = (beyond.decision.receipt.limits ?? []).filter(({ amount }) => amount !== undefined);
  if (beyond.decision.verdict !== 'allow' || measured.length === 0) return beyond;
  const counted = await countCall(measured, counting);
  return counted.isCounted
    ? asCounted(beyond, counted)
    : decideNow(state, call, { ...known, counts: counted.counts });
}

const takenFor = new WeakMap<Decision, readonly LimitClaim[]>();

function asCounted({ decision, ...decided }: Decided, { counts, claims }: CountedLimits): Decided {
  const counted = withCounted(decision, counts);
  takenFor.set(counted, claims);
  return { ...decided, decision: counted };
}

/** Gives back what the call took from limits, because it did not run. */
export async function giveBackCounts({ limits, recorder }: GateState, decision: Decision): Promise<void> {
  const taken = takenFor.get(decision);
  takenFor.delete(decision);
  try {
    await limits.reserve(
      (taken ?? []).map((claim) => ({ ...claim, amount: -claim.amount, most: Number.MAX_VALUE })),
    );
  } catch (error) {
    reportFailure(recorder, error);
  }
}

/** False if another process consumed the last use of a grant first. */
async function countUses(
  { grants }: GateState,
  decision: Decision,
  extra: readonly Grant[],
): Promise<boolean> {
  for (const id of grantsUsed(decision)) {
    if (extra.every((grant) => grant.id !== id) && (await grants.use?.(id)) === false) return false;
  }
  return true;
}

/** How often a policy may bring in further checks while others are being asked. */
const mostRounds = 3;

interface Unchecked {
  readonly call: ToolCall;
  readonly decided: Decided;
  readonly extra: readonly Grant[];
}

/**
 * Asks the checks of rules and of the tool about a call that is about to run, and decides again with their answers. A
 * call that is denied anyway is not sent to checks. A grant or a person's approval satisfies a rule, never a check:
 * checks are asked every time.
 */
async function withChecks(state: GateState, { call, extra, ...first }: Unchecked): Promise<Decided> {
  let { decided } = first;
  let answers: ReadonlyMap<string, CheckAnswer> = new Map();
  let toolCheck: Check | undefined;
  for (let round = 0; round <= mostRounds; round++) {
    const { decision, basis } = decided;
    if (basis === undefined || decision.verdict === 'deny') return decided;
    const open = (decision.receipt.checks ?? []).filter(({ key }) => !answers.has(key));
    const isOpen = toolCheck === undefined && asksLater(basis);
    if (open.length === 0 && !isOpen) return decided;
    const { input, remembered } = basis;
    const [said, ofTool] = await Promise.all([
      runChecks(open, input.call, {
        given: basis.policy.checks ?? [],
        own: state.checks,
        clock: state.clock,
      }),
      isOpen ? runToolCheck(basis.tool, input, state.clock) : toolCheck,
    ]);
    answers = new Map([...answers, ...said]);
    toolCheck = ofTool;
    decided = decideNow(state, call, {
      extra,
      remembered,
      ...checkedBefore({ ...input, answers }, { toolCheck, unkept: basis.unkept }),
    });
  }
  return { decision: failureDecision('the policy changed too often while checks were asked') };
}

/** Includes a tool that the call carries: it listed the check among its doubts. */
function asksLater({ tool, input: { facts } }: Basis): boolean {
  return tool.checkLater !== undefined || facts.parts.some(({ doubts }) => doubts.includes(unaskedCheck));
}

/** Answers obtained for one decision count for the next decision about the same call. */
function checkedBefore(
  { answers, session }: Pick<DecisionInput, 'answers' | 'session'>,
  { toolCheck, unkept }: Pick<Basis, 'toolCheck' | 'unkept'>,
): Pick<BasisOptions, 'answers' | 'toolCheck' | 'session' | 'unkept'> {
  return definedFields({ answers, toolCheck, session, unkept });
}

/**
 * Stores the labels that a decided call brings before anyone learns the verdict, so every call decided later sees
 * them, however many run at once. A denied call brings none. If they cannot be stored, the call is denied.
 */
async function labelSession(state: GateState, given: ToolCall, decided: Decided): Promise<Decided> {
  const { decision, basis } = decided;
  if (basis === undefined || decision.verdict === 'deny' || !isOverSessions(basis.input.policy))
    return decided;
  try {
    const { session } = basis.input;
    if (session?.unreadable !== undefined) return decided;
    const brought = labelsBrought(basis.input);
    const fresh = bounded(session?.labels ?? [], newLabels(session ?? { labels: [], orders: [] }, brought));
    await state.sessions.add(
      // Read from the parsed call, because the principal may contain the owner.
      sessionKeyOf({ ...given, ...readCall(given) }, basis.input.world),
      fresh.map((label) => ({ type: 'label', ...label }) as const),
    );
    return decided;
  } catch (error) {
    return failedDecision(state, error);
  }
}

/** How many sources are listed for one label; any further ones share one entry, which cannot be trusted by name. */
const mostSources = 100;
const otherSources = 'other sources';

function bounded(known: readonly SessionLabel[], fresh: readonly SessionLabel[]): readonly SessionLabel[] {
  return fresh.flatMap((one) => {
    const same = known.filter(({ label }) => label === one.label);
    if (same.length < mostSources) return [one];
    return same.some(({ source }) => source === otherSources) ? [] : [{ ...one, source: otherSources }];
  });
}
