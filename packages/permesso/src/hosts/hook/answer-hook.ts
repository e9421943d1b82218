import type { ToolCall } from '@permesso/engine/internal/call/tool-call';
import { silence, type HookHost, type Payload, type Reply } from './host.ts';
import { intercept, type HookGate } from './intercept.ts';
import { isPayload } from './read-payload.ts';
import { sandboxWish, type SandboxWish } from './sandboxed-command.ts';

/** What the payload says beside the call. */
export interface GateWish {
  readonly sandboxed: SandboxWish;
  /** What the host calls the mode that it is in. */
  readonly hostMode?: string;
}

export interface AnswerOptions {
  readonly host: HookHost;
  /** Made only once a call is known: whose session it is and where it starts decide which files count. */
  readonly gateFor: (call: ToolCall, how: GateWish) => HookGate;
  /** Ends asking: the host will not wait any longer. */
  readonly signal: AbortSignal;
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
    const [first] = incoming.calls;
    const { from, mode } = incoming;
    const held = gateFor(from === undefined ? first : { ...first, cwd: from }, {
      sandboxed: sandboxWish(host, incoming),
      ...(mode === undefined ? {} : { hostMode: mode }),
    });
    try {
      const outcome = await intercept(incoming, { by: host, held, signal });
      if (outcome.observed === true && outcome.verdict === 'allow' && outcome.input === undefined)
        return host.silent ?? silence;
      return host.toReply(outcome, event);
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
