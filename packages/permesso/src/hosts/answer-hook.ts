import type { ToolCall } from '../call/tool-call.ts';
import type { Authorization, Consultation, Gate } from '../gate.ts';
import type { Calls, HookHost, Outcome, Payload, Reply } from './host.ts';
import { isPayload } from './read-payload.ts';

export interface AnswerOptions {
  readonly host: HookHost;
  /** Made only once a call is known: whose session it is and where it starts decide which files count. */
  readonly gateFor: (call: ToolCall) => HookGate;
  /** Ends asking: the host will not wait any longer. */
  readonly signal: AbortSignal;
}

export interface HookGate {
  readonly gate: Pick<Gate, 'authorize' | 'consult'>;
  /** Who asks: the host's own prompt, or the approver of this gate. */
  readonly asks: 'host' | 'ours';
  /** Writes the log down and lets go of it. */
  readonly close: () => void;
}

/** What stood on stdin -> how the hook ends. Total: whatever goes wrong is a deny in the host's own words. */
export async function answerHook(text: string, { host, gateFor, signal }: AnswerOptions): Promise<Reply> {
  let event: string | undefined;
  try {
    const payload: unknown = JSON.parse(text);
    if (!isPayload(payload)) return refuse(host, 'the host sent no object');
    event = eventOf(payload);
    const incoming = host.toCall(payload);
    if ('malformed' in incoming) return refuse(host, incoming.malformed, event);
    event = incoming.event ?? event;
    const held = gateFor(incoming.calls[0]);
    try {
      return host.toReply(await outcomeOf(incoming, { host, held, signal }), event);
    } finally {
      held.close();
    }
  } catch (error) {
    return refuse(host, error instanceof Error ? error.message : String(error), event);
  }
}

/** The answer when there is nothing to decide with. */
export function refuse(host: HookHost, why: string, event?: string): Reply {
  return host.toReply({ verdict: 'deny', reason: `Permesso could not decide, so it says no: ${why}` }, event);
}

function eventOf(payload: Payload): string | undefined {
  const name = payload['hook_event_name'] ?? payload['agent_action_name'];
  return typeof name === 'string' ? name : undefined;
}

interface Deciding {
  readonly host: HookHost;
  readonly held: HookGate;
  readonly signal: AbortSignal;
}

/** All calls or nothing: the first that may not run decides. */
async function outcomeOf(incoming: Calls, { host, held, signal }: Deciding): Promise<Outcome> {
  const { gate, asks } = held;
  const toInput = incoming.calls.length === 1 && host.rewrites ? incoming.toInput : undefined;
  let asked: Outcome | undefined;
  let last: Outcome = { verdict: 'deny', reason: 'there was no call' };
  for (const call of incoming.calls) {
    if (asks === 'host') {
      const said = await gate.consult(call);
      last = { verdict: said.verdict, reason: reasonOf(said) };
    } else {
      const said = await gate.authorize(call, { signal, editable: toInput !== undefined });
      const input = said.call === undefined || said.verdict === 'deny' ? undefined : toInput?.(said.call);
      last = { verdict: said.verdict, reason: reasonOf(said), ...(input === undefined ? {} : { input }) };
    }
    if (last.verdict === 'deny') return last;
    if (last.verdict === 'ask') asked ??= last;
  }
  return asked ?? last;
}

function reasonOf({ message, guidance }: Authorization | Consultation): string {
  return [message, guidance].filter((text) => text !== undefined && text !== '').join(' ') || 'Permesso';
}
