import type { ToolCall } from '@permesso/engine/internal/call/tool-call';
import type { Decision } from '@permesso/engine/internal/decision/decision';
import { failureDecision } from '@permesso/engine/internal/decision/failure';
import type { Grant } from '@permesso/engine/internal/decision/grant';
import { withCounted } from '@permesso/engine/internal/decision/limits';
import { messageOf } from '@permesso/engine/internal/errors';
import { grantsUsed } from '../approval/stores/grants-used.ts';
import { countCall, readCounts } from '../limits/count-call.ts';
import { decideNow, decideRead, type Decided } from './decide-now.ts';
import type { GateState } from './gate-state.ts';

/** How often somebody else may use up a grant between our decision and our counting. */
const mostRaces = 3;

interface Counting {
  /** Counts as well; its uses are not counted. */
  readonly extra?: readonly Grant[];
  /** False for a call that a person approved: that uses up nothing which was granted for others. True when absent. */
  readonly countsGrants?: boolean;
}

/**
 * The decision with its limits and the uses of its grants counted: what has none left lets nothing through. Counted before the
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
      const read = await decideRead(state, call, extra);
      // One call, however often it is decided.
      const decided = isCounted
        ? read
        : await withLimits(state, { call, decided: read, extra, counts: true });
      if (decided.decision.verdict !== 'allow') return decided;
      isCounted = true;
      if (!countsGrants || (await countUses(state, decided.decision, extra))) return decided;
    }
    return { decision: failureDecision('what was granted for this call was used up by others') };
  } catch (error) {
    return { decision: failureDecision(`the use of a grant could not be counted: ${messageOf(error)}`) };
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
    onError: (error: unknown): void =>
      state.recorder.emit({
        type: 'failed',
        at: Date.now(),
        error: `a limit could not be counted, so it counts as used up: ${messageOf(error)}`,
      }),
  };
  if (!isRunning || decision.verdict !== 'allow')
    return decideNow(state, call, { extra, remembered, counts: await readCounts(limits, counting) });
  const { isCounted, counts } = await countCall(limits, counting);
  if (isCounted) return { ...decided, decision: withCounted(decision, counts) };
  return decideNow(state, call, { extra, remembered, counts });
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
