import { definedFields, messageOf, readCall, type ToolCall } from '@permesso/engine/call';
import { callKey } from '@permesso/protocol/approval';
import { type RefusingGate, refusingGates } from '@permesso/protocol/entry';
import type { DecisionContext } from '../log/entry/log.ts';
import type { Recorder } from '../log/entry/recorder.ts';

/** Where outcomes are recorded: a gate, or a process that only tells how calls ended. */
export interface OutcomeLog {
  readonly recorder: Recorder;
  /** Of calls that name none. */
  readonly session: string;
  readonly worldOf: (call: ToolCall) => { readonly cwd: string };
}

/** How a call ended, as the program that ran it tells it. */
export interface CallOutcome {
  readonly ok: boolean;
  /** False: it never began to run, so what it took of limits is given back. What ran and failed may have acted, and counts. */
  readonly didRun?: false;
  /** Recorded with secrets hidden. */
  readonly error?: string;
  readonly durationMs?: number;
  /** Set where the agent program told it: after an ask of ours it proves that the call ran, not who approved it. */
  readonly source?: 'host';
  /** It never ran: the agent program itself stopped it. */
  readonly refusedBy?: RefusingGate;
}

/** A call that is running. */
export interface StartedCall {
  /** Once: what is told later is not recorded. The time since the start counts where none is told. */
  readonly ended: (outcome: CallOutcome) => void;
}

/** Records that a call begins to run. Changes no verdict, and never throws. */
export function startCall(state: OutcomeLog, call: ToolCall): StartedCall {
  const at = Date.now();
  const began = performance.now();
  const context = contextOf(state, call);
  state.recorder.emit({ type: 'started', at, call, ...context });
  let isOver = false;
  return {
    ended: (outcome) => {
      if (isOver) return;
      isOver = true;
      recordEnd(state, call, {
        context,
        outcome: { durationMs: performance.now() - began, ...readOutcome(outcome) },
      });
    },
  };
}

/** Records how a call ended that somebody else has started. */
export function endCall(state: OutcomeLog, call: ToolCall, outcome: CallOutcome): void {
  recordEnd(state, call, { context: contextOf(state, call), outcome: readOutcome(outcome) });
}

interface Ended {
  readonly context: DecisionContext;
  readonly outcome: CallOutcome;
}

function recordEnd(state: OutcomeLog, call: ToolCall, { context, outcome }: Ended): void {
  state.recorder.emit({ type: 'ended', at: Date.now(), call, ...context, outcome });
}

/** Records start and end of what it runs; gives back and throws what that does. */
export async function runCall<R>(
  { start }: { readonly start: (call: ToolCall) => StartedCall },
  call: ToolCall,
  run: () => R | Promise<R>,
): Promise<R> {
  const started = start(call);
  try {
    const result = await run();
    started.ended({ ok: true });
    return result;
  } catch (error) {
    started.ended({ ok: false, error: messageOf(error) });
    throw error;
  }
}

/** A careless caller may tell anything; what is not an outcome is one that failed. */
function readOutcome(outcome: CallOutcome): CallOutcome {
  const { ok, error, durationMs, source, refusedBy } = (outcome ?? {}) as {
    readonly [K in keyof CallOutcome]?: unknown;
  };
  const known =
    typeof durationMs === 'number' && Number.isFinite(durationMs) && durationMs >= 0 ? { durationMs } : {};
  return {
    ok: ok === true,
    ...(error === undefined || error === null ? {} : { error: messageOf(error) }),
    ...known,
    ...(source === 'host' ? { source } : {}),
    ...definedFields({ refusedBy: refusingGates.find((gate) => gate === refusedBy) }),
  };
}

/** What ties it to the decision: the same key, in the same session. */
function contextOf(state: OutcomeLog, given: ToolCall): DecisionContext {
  try {
    const call = readCall(given);
    if ('malformed' in call) return {};
    const session = call.session ?? state.session;
    return { callKey: callKey({ ...call, session }, state.worldOf(call).cwd), session };
  } catch (error) {
    state.recorder.emit({ type: 'failed', at: Date.now(), error: messageOf(error) });
    return {};
  }
}
