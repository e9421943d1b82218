import type { ToolCall } from '@permesso/engine/call';
import {
  type CheckAnswer,
  type Decision,
  type DecisionInput,
  failureDecision,
  type Grant,
  withCounted,
} from '@permesso/engine/decision';
import { type Check, unaskedCheck } from '@permesso/engine/facts';
import { grantsUsed } from '../approval/stores/grants-used.ts';
import { runChecks } from '../checks/run-checks.ts';
import { runToolCheck } from '../checks/tool-check.ts';
import { countCall, readCounts } from '../limits/count-call.ts';
import { reportFailure } from '../stores/reported-stores.ts';
import {
  decideNow,
  decideRead,
  failedDecision,
  type Basis,
  type BasisOptions,
  type Decided,
} from './decide-now.ts';
import type { GateState } from './gate-state.ts';
import { keptFirst } from './keeping/keep-call.ts';
import { labelSession } from './session/label-session.ts';

/** How often somebody else may use up a grant between our decision and our counting. */
const mostRaces = 3;

interface Counting {
  /** Counts as well; its uses are not counted. */
  readonly extra?: readonly Grant[];
  /** False for a call that a person approved: that uses up nothing which was granted for others. True when absent. */
  readonly countsGrants?: boolean;
}

/**
 * The decision with its checks asked, its limits and the uses of its grants counted: what has none left lets nothing through. Counted before the
 * call runs, so a call that then fails has used it. Never rejects.
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
      // One call, however often it is decided.
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

/** The decision with what the stores hold, of limits too. Counts nothing; never rejects. */
export async function previewCall(
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
  /** Without regard to what is used of its limits. */
  readonly decided: Decided;
  readonly extra: readonly Grant[];
  /** Whether the call is about to run. */
  readonly counts: boolean;
}

/** Decides again where a limit is used up. What a person approves beyond a limit is not counted for it. */
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
  const { isCounted, counts } = await countCall(limits, counting);
  if (isCounted) return { ...decided, decision: withCounted(decision, counts) };
  return decideNow(state, call, { ...known, counts });
}

/** False when a counted grant had no call left after all: somebody else was faster. */
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

/** How often a policy may bring further checks while others are asked. */
const mostRounds = 3;

interface Unchecked {
  readonly call: ToolCall;
  readonly decided: Decided;
  readonly extra: readonly Grant[];
}

/**
 * Asks the checks of rules and of the tool about a call that is about to run, and decides again with what they say. Nothing
 * is told of a call that is denied anyway. A grant or a person's approval answers what a rule asks, never for a check: all are
 * asked each time.
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

/** Also a tool that the call carries: it said so among its doubts. */
function asksLater({ tool, input: { facts } }: Basis): boolean {
  return tool.checkLater !== undefined || facts.parts.some(({ doubts }) => doubts.includes(unaskedCheck));
}

/** What was asked for a decision counts for the next one about the same call. */
function checkedBefore(
  { answers, session }: Pick<DecisionInput, 'answers' | 'session'>,
  { toolCheck, unkept }: Pick<Basis, 'toolCheck' | 'unkept'>,
): Pick<BasisOptions, 'answers' | 'toolCheck' | 'session' | 'unkept'> {
  return {
    ...(answers === undefined ? {} : { answers }),
    ...(toolCheck === undefined ? {} : { toolCheck }),
    ...(session === undefined ? {} : { session }),
    ...(unkept === undefined ? {} : { unkept }),
  };
}
