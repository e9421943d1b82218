import { type Approver, nobody } from '@permesso/protocol/approval';
import { definedFields, messageOf, type ToolCall } from '@permesso/engine/call';
import type { AuthorizeOptions, CallOutcome, Gate, Authorization } from '../../gate/gate.ts';
import { ownedBy, ruleName, viewOf, type Caller, checkAdapterOptions } from '../app-tools.ts';
import { copilotCli } from '../../payloads/copilot-cli.ts';
import type { Incoming } from '../../payloads/host.ts';
import { isPayload } from '../../payloads/read-payload.ts';
import { failureText, hiddenWords, refusalOf } from '../../payloads/refusal.ts';
import { callsOf } from './request-call.ts';

/** Who is asked, and which tools exist besides the session's own. */
export interface CopilotOptions
  extends Pick<Caller, 'named' | 'agent' | 'principal'>, Pick<AuthorizeOptions, 'scopes'> {
  /** Asked instead of the gate's own approver. */
  readonly approver?: Approver;
  /** MCP tools by the SDK's name, so that hidden ones can be kept from the model: `files-delete`. */
  readonly known?: readonly string[];
}

/** The parts of a session's configuration that decide whether a call can bypass the gate. */
export interface SessionOptions {
  readonly onPermissionRequest?: unknown;
  readonly hooks?: { readonly onPreToolUse?: unknown; readonly onPostToolUse?: unknown } | undefined;
  readonly tools?: readonly { readonly name: string }[] | undefined;
  readonly excludedTools?: readonly string[] | { toArray(): string[] } | undefined;
}

/** Creates the configuration of a session whose every call goes through the gate. */
export interface CopilotGuard {
  /** `client.createSession(guard.session({ model }))`. Throws if a call could bypass the gate. */
  readonly session: <O extends object>(own?: O & SessionOptions) => GuardedSession<O>;
  /**
   * For SDK versions before 1.0, which have no hook that decides: `createSession({ onPermissionRequest: guard.handler
   * })`.
   */
  readonly handler: (request: object, invocation: Invocation) => Promise<{ kind: ResultKind }>;
}

/** The app's configuration, with what belongs to the gate. */
export type GuardedSession<O> = Omit<O, keyof Gated> & Gated & { hooks: Gated['hooks'] & HooksOf<O> };

type HooksOf<O> = O extends { hooks?: infer H }
  ? Omit<NonNullable<H>, 'onPreToolUse' | 'onPostToolUse'>
  : object;

interface Gated {
  onPermissionRequest: (request: object, invocation: Invocation) => Promise<PermissionResult>;
  hooks: {
    onPreToolUse: (input: HookInput, invocation: Invocation) => Promise<HookAnswer>;
    onPostToolUse: (input: AfterInput, invocation: Invocation) => Promise<undefined>;
  };
  excludedTools: string[];
}

interface Invocation {
  readonly sessionId: string;
}

interface HookInput {
  readonly sessionId: string;
  readonly workingDirectory: string;
  readonly toolName: string;
  readonly toolArgs: unknown;
}

interface AfterInput extends HookInput {
  readonly toolResult?: unknown;
}

/** Always a decision: without one the SDK's own rules apply. */
interface HookAnswer {
  permissionDecision: 'allow' | 'deny';
  permissionDecisionReason: string;
  modifiedArgs?: Record<string, unknown>;
}

/** Of the kinds that the SDK knows today, the two that have no lasting effect. */
type PermissionResult = { kind: 'approve-once' } | { kind: 'reject'; feedback: string };

interface AskedPermission {
  readonly verdict: 'allow' | 'deny';
  readonly message: string;
  readonly kind: ResultKind;
  /** What to run instead. */
  readonly call?: ToolCall;
}

const optionNames: Readonly<Record<keyof CopilotOptions, true>> = {
  named: true,
  agent: true,
  principal: true,
  scopes: true,
  approver: true,
  known: true,
};

/**
 * Sends every call of a session through the gate: `onPreToolUse` decides and asks, since it sees all tools; the SDK's
 * own permission requests are decided by the same policy.
 *
 * @example
 * ```ts
 * import { CopilotClient } from '@github/copilot-sdk';
 * import { createGate } from '@permesso/gate';
 * import { terminalApprover } from '@permesso/gate/approvers';
 * import { copilot } from '@permesso/gate/copilot-sdk';
 * const guard = copilot(createGate({ policy: { allow: ['Read'] }, approver: terminalApprover() }));
 * const session = await new CopilotClient().createSession(guard.session({ model: 'gpt-5' }));
 * ```
 */
export function copilot(gate: Gate, options: CopilotOptions = {}): CopilotGuard {
  checkAdapterOptions(options, optionNames, 'copilot');
  viewOf(options);

  async function authorize(calls: readonly ToolCall[], editable: boolean): Promise<AskedPermission> {
    let last = refused('there was no call');
    for (const call of calls) {
      const hidden = hiddenWords(gate, call, call.tool);
      if (hidden !== undefined) return refused(hidden);
      const said = await gate.authorize(call, {
        editable: editable && calls.length === 1,
        runsSandboxed: false,
        ...definedFields({ scopes: options.scopes, approver: options.approver }),
      });
      last = {
        verdict: said.verdict,
        message: refusalOf(said),
        kind: resultKindOf(said),
        ...(said.verdict === 'allow' && said.edited ? { call: said.call } : {}),
      };
      if (last.verdict === 'deny') return last;
    }
    return last;
  }

  /** A sub-agent runs in its own session below the one that the app holds. */
  function owned(
    calls: readonly ToolCall[],
    ids: { own: string | undefined; held: string },
  ): readonly ToolCall[] {
    const isSub = ids.own !== undefined && ids.own !== ids.held;
    const agent = options.agent ?? (isSub ? { name: 'sub-agent', parents: ['main'] } : undefined);
    return calls.map((call) =>
      renamed({ ...call, ...ownedBy(options.principal, ids.held), ...definedFields({ agent }) }, options),
    );
  }

  const onPreToolUse: Gated['hooks']['onPreToolUse'] = async (input, { sessionId }) => {
    try {
      const incoming: Incoming = copilotCli.toCall({ ...input, cwd: input.workingDirectory });
      if ('malformed' in incoming)
        return { permissionDecision: 'deny', permissionDecisionReason: incoming.malformed };
      const calls = owned(incoming.calls, { own: input.sessionId, held: sessionId });
      const { verdict, message, call } = await authorize(calls, incoming.toInput !== undefined);
      return {
        permissionDecision: verdict,
        permissionDecisionReason: message,
        ...(call === undefined ? {} : { modifiedArgs: { ...(incoming.toInput?.(call) ?? call.input) } }),
      };
    } catch (error) {
      return { permissionDecision: 'deny', permissionDecisionReason: failureText(error, gate.fail) };
    }
  };

  /** Records how the call ended, then calls the app's hook. */
  function recording(own: unknown): Gated['hooks']['onPostToolUse'] {
    return async (input, invocation) => {
      const incoming: Incoming = copilotCli.toCall({ ...input, cwd: input.workingDirectory });
      if (!('malformed' in incoming))
        for (const call of owned(incoming.calls, { own: input.sessionId, held: invocation.sessionId }))
          gate.ran(call, resultOf(input.toolResult));
      return typeof own === 'function' ? ((await own(input, invocation)) as undefined) : undefined;
    };
  }

  async function answerRequest(request: unknown, sessionId: string): Promise<AskedPermission> {
    try {
      if (!isPayload(request)) return refused('The request could not be read.');
      const calls = callsOf(request).map((about): ToolCall => ({ ...about, host: 'copilot-cli' }));
      return await authorize(owned(calls, { own: undefined, held: sessionId }), false);
    } catch (error) {
      return refused(failureText(error, gate.fail));
    }
  }

  const onPermissionRequest: Gated['onPermissionRequest'] = async (request, { sessionId }) => {
    const { verdict, message } = await answerRequest(request, sessionId);
    return verdict === 'allow' ? { kind: 'approve-once' } : { kind: 'reject', feedback: message };
  };

  return {
    handler: async (request, { sessionId }) => {
      const { kind } = await answerRequest(request, sessionId);
      return { kind };
    },
    session: <O extends object>(own?: O & SessionOptions): GuardedSession<O> => {
      const given: SessionOptions = own ?? {};
      if (given.onPermissionRequest !== undefined) throw new TypeError(handlerWords);
      if (given.hooks?.onPreToolUse !== undefined) throw new TypeError(hookWords);
      const names = [
        ...copilotCli.tools.keys(),
        ...(given.tools ?? []).map(({ name }) => name),
        ...(options.known ?? []),
      ];
      const hidden = names.filter((name) => gate.visibleTools([visibleName(name, options)]).length === 0);
      const gated: Gated = {
        onPermissionRequest,
        hooks: { ...given.hooks, onPreToolUse, onPostToolUse: recording(given.hooks?.onPostToolUse) },
        excludedTools: [...excludedNames(given.excludedTools), ...hidden],
      };
      return { ...given, ...gated } as unknown as GuardedSession<O>;
    },
  };
}

function resultOf(result: unknown): CallOutcome {
  const type = isPayload(result) ? result['resultType'] : undefined;
  if (type === undefined || type === 'success') return { ok: true };
  const error = isPayload(result) ? result['error'] : undefined;
  return { ok: false, error: typeof error === 'string' ? error : `the tool ended with ${messageOf(type)}` };
}

function refused(message: string): AskedPermission {
  return { verdict: 'deny', message, kind: 'denied-by-rules' };
}

const handlerWords =
  'a call could get past the gate: onPermissionRequest answers beside it, and approveAll approves everything. ' +
  'Leave it out; for approveAll, write `mode: bypass` in the policy.';

const hookWords =
  'a call could get past the gate: onPreToolUse is where it decides. Observe with `gate.on`, or use onPostToolUse.';

/** A list, or the SDK's builder for one. */
function excludedNames(tools: SessionOptions['excludedTools']): readonly string[] {
  if (tools === undefined) return [];
  return 'toArray' in tools ? tools.toArray() : tools;
}

/** The rule name of a tool of the SDK or the app. */
function visibleName(name: string, { named }: CopilotOptions): string {
  return ruleName(copilotCli.tools.get(name)?.ours ?? name, named === undefined ? {} : { named });
}

function renamed(call: ToolCall, { named }: CopilotOptions): ToolCall {
  const tool = ruleName(call.tool, named === undefined ? {} : { named });
  return tool === call.tool ? call : { ...call, tool };
}

/** Answers for SDK versions before 1.0, which want to know who refused. Later versions accept none of these. */
type ResultKind =
  | 'approved'
  | 'denied-by-rules'
  | 'denied-interactively-by-user'
  | 'denied-no-approval-rule-and-could-not-request-from-user';

function resultKindOf({ verdict, answer, decision }: Authorization): ResultKind {
  if (verdict === 'allow') return 'approved';
  const isNobodyThere = answer?.from === nobody || decision.receipt.nobodyToAsk === true;
  if (isNobodyThere) return 'denied-no-approval-rule-and-could-not-request-from-user';
  return answer === undefined ? 'denied-by-rules' : 'denied-interactively-by-user';
}
