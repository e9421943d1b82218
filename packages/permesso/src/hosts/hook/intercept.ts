import type { ToolCall } from '@permesso/engine/internal/call/tool-call';
import type { Decision } from '@permesso/engine/internal/decision/decision';
import { nobody } from '@permesso/protocol/approval/approver';
import type { Authorization, Consultation, Gate } from '../../gate/gate.ts';
import { fill } from '@permesso/engine/internal/messages/fill';
import { hookDenialTexts } from '../../messages/denials.ts';
import { refusalText } from './refusal-texts.ts';
import type { Calls, HookHost, HostOutcome } from './host.ts';

/**
 * Between an agent and its tools, whichever way the agent offers: a hook that it waits for, or a run whose refusals are
 * read afterwards and which is started again with what was granted. Both read calls, and both are answered here.
 */
export type Interceptor = Pick<HookHost, 'name' | 'rewrites' | 'toCall'>;

export interface HookGate {
  readonly gate: Pick<Gate, 'authorize' | 'consult'>;
  /** Who asks: the host's own prompt, or the approver of this gate. */
  readonly asks: 'host' | 'ours';
  /** Whether our approver could not ask about the last call, and the host's own prompt may. Says so once. */
  readonly leavesToHost?: () => boolean;
  /** The verdict alone: nothing is recorded and nobody asked. */
  readonly decide?: (call: ToolCall) => Promise<Decision>;
  /** Writes the log down and lets go of it. */
  readonly close: () => void;
}

export interface Intercepting {
  readonly by: Interceptor;
  readonly held: HookGate;
  readonly signal: AbortSignal;
}

/** All calls or nothing: the first that may not run decides. */
export async function intercept(incoming: Calls, intercepting: Intercepting): Promise<HostOutcome> {
  const { by, held } = intercepting;
  const { asks } = held;
  const toInput = incoming.calls.length === 1 && by.rewrites ? incoming.toInput : undefined;
  let asked: HostOutcome | undefined;
  let observed: HostOutcome | undefined;
  let last: HostOutcome = { verdict: 'deny', reason: 'there was no call' };
  for (const call of incoming.calls) {
    last =
      asks === 'host' ? await consulted(call, intercepting) : await authorized(call, intercepting, toInput);
    if (last.verdict === 'deny') return last;
    if (last.verdict === 'ask') asked ??= last;
    if (last.observed === true) observed ??= last;
  }
  return asked ?? observed ?? last;
}

async function consulted(call: ToolCall, { held, signal }: Intercepting): Promise<HostOutcome> {
  const said = await held.gate.consult(call, { signal });
  return { verdict: said.verdict, reason: replyReason(said), ...observing(said) };
}

async function authorized(
  call: ToolCall,
  { held, signal }: Intercepting,
  toInput: Calls['toInput'],
): Promise<HostOutcome> {
  const said = await held.gate.authorize(call, { signal, editable: toInput !== undefined });
  // Asked of every call, whatever became of it: what was left open of one must not count for the next.
  const isLeft = held.leavesToHost?.() === true && said.decision.verdict === 'ask';
  if (said.verdict === 'deny') {
    return isLeft && said.answer?.from === nobody
      ? { verdict: 'ask', reason: said.decision.message }
      : { verdict: 'deny', reason: refusalReason(said, signal) };
  }
  const input = said.call === undefined ? undefined : toInput?.(said.call);
  return {
    verdict: 'allow',
    reason: replyReason(said),
    ...(input === undefined ? {} : { input }),
    ...observing(said),
  };
}

/** Never an allow: that would skip the host's own prompt. */
function observing({ decision }: Authorization | Consultation): Pick<HostOutcome, 'observed'> {
  return decision.observed === undefined ? {} : { observed: true };
}

function refusalReason(said: Authorization, signal: AbortSignal): string {
  const { answer } = said;
  const text = answer?.verdict === 'deny' ? refusalText(answer, { isLate: signal.aborted }) : undefined;
  return text === undefined ? replyReason(said) : fill(hookDenialTexts.why, { text, message: said.message });
}

function replyReason({ message, guidance }: Authorization | Consultation): string {
  return [message, guidance].filter((text) => text !== undefined && text !== '').join(' ') || 'Permesso';
}
