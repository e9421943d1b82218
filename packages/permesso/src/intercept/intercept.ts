import { definedFields, fill, type ToolCall } from '@permesso/engine/call';
import type { Decision, SandboxObligation } from '@permesso/engine/decision';
import { nobody } from '@permesso/protocol/approval';
import type { Authorization, Consultation, Gate } from '@permesso/gate/gate';
import { isDeepStrictEqual } from 'node:util';
import { hookDenialTexts, hostPromptTexts, rewrittenTexts } from '@permesso/gate/messages';
import { refusalText } from './refusal-texts.ts';
import type { Calls, HookHost, HostOutcome } from '@permesso/gate/payloads';
import { withoutLeaving } from './sandboxed-command.ts';

/**
 * Sits between an agent and its tools, whichever way the agent offers: a hook that it waits for, or a run whose
 * refusals are read afterwards and which is started again with what was granted. Both read calls, and both are
 * answered here.
 */
export type Interceptor = Pick<HookHost, 'name' | 'rewrites' | 'toCall'>;

export interface HookGate {
  readonly gate: Pick<Gate, 'authorize' | 'consult'>;
  /** Who asks: the host's own prompt, or this gate's approver. */
  readonly asks: 'host' | 'ours';
  /**
   * Whether our approver could not ask about the last call, and the host's own prompt may. True only once per call.
   */
  readonly leavesToHost?: () => boolean;
  /** What a person could change so that calls like this one no longer ask; undefined if already shown. */
  readonly offer?: (call: ToolCall) => Promise<string | undefined>;
  /** Only the verdict: nothing is recorded and nobody is asked. */
  readonly check?: (call: ToolCall) => Promise<Decision>;
  /** The policy runs calls sandboxed, and the answer can make this one run so. */
  readonly usesSandbox?: boolean;
  /**
   * The call rewritten to run sandboxed. Present where the policy runs calls sandboxed and the host accepts a
   * rewrite.
   */
  readonly inSandbox?: (call: ToolCall, obligation: SandboxObligation) => ToolCall;
  /** Whether the call is a command that we gave the host, and still waits to run. */
  readonly rewritten?: (call: ToolCall) => 'waits' | 'over' | undefined;
  /** Flushes and releases the log. */
  readonly close: () => void;
}

export interface Intercepting {
  readonly by: Interceptor;
  readonly held: HookGate;
  readonly signal: AbortSignal;
}

/** The outcome of one of the calls. */
interface Settled extends Omit<HostOutcome, 'input'> {
  /** As edited by a person. */
  readonly edited?: ToolCall;
  readonly sandbox?: SandboxObligation;
}

/** All calls or none: the first that may not run decides. */
export async function intercept(incoming: Calls, intercepting: Intercepting): Promise<HostOutcome> {
  const { by, held } = intercepting;
  const calls = held.usesSandbox === true ? withoutLeaving(incoming) : incoming.calls;
  const isEditable = calls.length === 1 && by.rewrites && incoming.toInput !== undefined;
  const settled: Settled[] = [];
  for (const call of calls) {
    const last =
      settledBefore(call, held) ??
      (held.asks === 'host'
        ? await consulted(call, intercepting)
        : await authorized(call, intercepting, isEditable));
    if (last.verdict === 'deny') return last;
    settled.push(last);
  }
  const last = settled.at(-1) ?? { verdict: 'deny', reason: 'there was no call' };
  const deciding = settled.find(({ verdict }) => verdict === 'ask') ?? settled.find(isObserved) ?? last;
  const { edited: _edited, sandbox: _sandbox, ...outcome } = deciding;
  const input =
    deciding.verdict === 'allow' ? inputOf(incoming, { calls, settled, intercepting }) : undefined;
  return input === undefined ? outcome : { ...outcome, input };
}

/** A rewritten call was decided and recorded when it was rewritten. */
function settledBefore(call: ToolCall, { rewritten }: HookGate): Settled | undefined {
  const state = rewritten?.(call);
  if (state === undefined) return undefined;
  return state === 'waits'
    ? { verdict: 'allow', reason: rewrittenTexts.waits }
    : { verdict: 'deny', reason: rewrittenTexts.over };
}

function isObserved({ observed }: Settled): boolean {
  return observed === true;
}

interface Allowed {
  readonly calls: readonly ToolCall[];
  readonly settled: readonly Settled[];
  readonly intercepting: Intercepting;
}

/** What the host is to run instead; undefined if unchanged. Throws, which denies, if the host cannot express it. */
function inputOf(incoming: Calls, { calls, settled, intercepting }: Allowed): HostOutcome['input'] {
  const { held, by } = intercepting;
  // Usually the same object; comparing by content loads a part of Node that costs as much as the decision.
  const isSame = calls.every((call, at) => {
    const before = incoming.calls[at]?.input;
    return call.input === before || isDeepStrictEqual(call.input, before);
  });
  if (isSame && settled.every(({ edited, sandbox }) => edited === undefined && sandbox === undefined))
    return undefined;
  const [first, ...rest] = calls.map((call, at) => {
    const { edited = call, sandbox } = settled[at] ?? {};
    if (sandbox === undefined) return edited;
    if (held.inSandbox === undefined)
      throw new Error('this call may only run sandboxed, and nothing runs it so');
    return held.inSandbox(edited, sandbox);
  });
  const input =
    first === undefined || !by.rewrites
      ? undefined
      : (incoming.toInputs?.([first, ...rest]) ??
        (rest.length === 0 ? incoming.toInput?.(first) : undefined));
  if (input === undefined) throw new Error(`${by.name} cannot be told what to run instead`);
  return input;
}

async function consulted(call: ToolCall, { held, signal }: Intercepting): Promise<Settled> {
  const said = await held.gate.consult(call, { signal });
  const { sandbox } = said.decision;
  const reason = replyReason(said);
  return {
    verdict: said.verdict,
    reason: said.verdict === 'ask' ? await forHostPrompt(reason, call, held) : reason,
    ...definedFields({ sandbox }),
    ...observing(said),
  };
}

async function authorized(
  call: ToolCall,
  { held, signal }: Intercepting,
  editable: boolean,
): Promise<Settled> {
  const said = await held.gate.authorize(call, { signal, editable });
  // Queried for every call, whatever its outcome: state left over from one must not affect the next.
  const isLeft = held.leavesToHost?.() === true && said.decision.verdict === 'ask';
  if (said.verdict === 'deny') {
    return isLeft && said.answer?.from === nobody
      ? { verdict: 'ask', reason: await forHostPrompt(said.decision.message, call, held) }
      : { verdict: 'deny', reason: refusalReason(said, signal) };
  }
  const { sandbox } = said.decision;
  return {
    verdict: 'allow',
    reason: replyReason(said),
    ...definedFields({ edited: said.edited === true ? said.call : undefined, sandbox }),
    ...observing(said),
  };
}

/** The host runs what its own prompt approves unchanged: the person asked there is told so. */
async function forHostPrompt(
  reason: string,
  call: ToolCall,
  { usesSandbox, offer }: HookGate,
): Promise<string> {
  const more = [usesSandbox === true ? hostPromptTexts.runsUnsandboxed : undefined, await offer?.(call)];
  return [reason, ...more.filter((text) => text !== undefined)].join(' ');
}

/** Never an allow: that would skip the host's own prompt. */
function observing({ decision }: Authorization | Consultation): Pick<HostOutcome, 'observed'> {
  return decision.observed === undefined ? {} : { observed: true };
}

function refusalReason(said: Extract<Authorization, { verdict: 'deny' }>, signal: AbortSignal): string {
  const { answer } = said;
  const text = answer?.verdict === 'deny' ? refusalText(answer, { isLate: signal.aborted }) : undefined;
  return text === undefined
    ? replyReason(said)
    : [fill(hookDenialTexts.why, { text, message: said.decision.message }), said.notice]
        .filter((each) => each !== undefined)
        .join(' ');
}

function replyReason({
  message,
  guidance,
}: {
  readonly message: string;
  readonly guidance?: string;
}): string {
  return [message, guidance].filter((text) => text !== undefined && text !== '').join(' ') || 'Permesso';
}
