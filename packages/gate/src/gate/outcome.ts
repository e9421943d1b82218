import { definedFields, messageOf, readCall, type ToolCall } from '@permesso/engine/call';
import { callKey } from '@permesso/protocol/approval';
import { type RefusingGate, refusingGates } from '@permesso/protocol/entry';
import type { DecisionContext } from '../log/entry/log.ts';
import type { Recorder } from '../log/entry/recorder.ts';

/** Where outcomes are recorded: a gate, or a process that only reports how calls ended. */
export interface OutcomeLog {
  readonly recorder: Recorder;
  /** For calls that name no session. */
  readonly session: string;
  readonly worldOf: (call: ToolCall) => { readonly cwd: string };
}

/** How a call ended, as reported by the program that ran it. */
export interface CallOutcome {
  readonly ok: boolean;
  /**
   * False: it never started, so what it took from limits is given back. A call that ran and failed may have acted,
   * and counts.
   */
  readonly didRun?: false;
  /** Recorded with secrets hidden. */
  readonly error?: string;
  readonly durationMs?: number;
  /** Set if the agent program reported it: after an ask it proves that the call ran, not who approved it. */
  readonly source?: 'host';
  /** The call never ran: the agent program itself stopped it. */
  readonly refusedBy?: RefusingGate;
}

/** A call that is running. */
export interface StartedCall {
  /** Call it once; later reports are not recorded. The duration defaults to the time since the start. */
  readonly ended: (outcome: CallOutcome) => void;
}

/** Records that a call starts. Changes no verdict, and never throws. */
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

/** Records how a call ended that another process started. */
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

/** Runs a function and records its start and end; returns or throws what the function does. */
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

/** Accepts any value from a careless caller; an invalid outcome counts as a failure. */
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

/** Ties the outcome to its decision: the same key, in the same session. */
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
