import { type Approver, nobody } from '@permesso/protocol/approval';
import { definedFields, messageOf, type ToolCall, putBounded } from '@permesso/engine/call';
import type { AllowedCall } from '../../gate/authorization.ts';
import type { AuthorizeOptions, Gate } from '../../gate/gate.ts';
import type { Verdict } from '@permesso/engine/policy';
import { ownedBy, ruleName, viewOf, type Caller, checkAdapterOptions } from '../app-tools.ts';
import { claudeCode } from '../../payloads/claude-code.ts';
import type { Calls } from '../../payloads/host.ts';
import { failureText, hiddenWords, refusalOf, UnreadableCall } from '../../payloads/refusal.ts';
import { objectionsTo, type Accepted, type QueryOptions } from './check-options.ts';
import { updatesOf, type PermissionUpdate } from './permission-updates.ts';

export type { QueryOptions } from './check-options.ts';

/** Who is asked, and what the app lets bypass the gate. */
export interface ClaudeAgentOptions
  extends Pick<Caller, 'named' | 'principal'>, Pick<AuthorizeOptions, 'scopes'> {
  /** Asked instead of the gate's own approver. */
  readonly approver?: Approver;
  /** What you let bypass the gate. */
  readonly accept?: readonly Accepted[];
  /** MCP tools by name, so that hidden ones can be kept from the model: `mcp__files__delete`. */
  readonly known?: readonly string[];
  /** Answers the tool with which the model asks the person a question. Denied if absent. */
  readonly answerQuestion?: (input: Record<string, unknown>) => Promise<Record<string, unknown>>;
}

/** Creates the options of a `query` whose every call goes through the gate. */
export interface ClaudeAgentGuard {
  /** `query({ prompt, options: guard.options({ model, cwd }) })`. Throws if a call could bypass the gate. */
  readonly options: <O extends object>(own?: O & QueryOptions) => Guarded<O>;
}

/** The app's options, with those that belong to the gate. */
export type Guarded<O> = Omit<O, keyof Gated> & Gated;

/** The options of a `query` that belong to the gate. */
export interface Gated {
  permissionMode: 'default';
  settingSources: ('user' | 'project' | 'local')[];
  disallowedTools: string[];
  canUseTool: (toolName: string, input: Record<string, unknown>, about: AskedBy) => Promise<Permission>;
  hooks: {
    PreToolUse: { hooks: Hook[]; onFailure: 'block'; timeout: number }[];
    PostToolUse: AfterHooks[];
    PostToolUseFailure: AfterHooks[];
  };
}

interface AskedBy {
  readonly signal: AbortSignal;
  readonly toolUseID: string;
  readonly agentID?: string;
}

type Permission = Permitted | { behavior: 'deny'; message: string; decisionClassification?: 'user_reject' };

interface Permitted {
  behavior: 'allow';
  updatedInput: Record<string, unknown>;
  updatedPermissions?: PermissionUpdate[];
  decisionClassification?: 'user_temporary' | 'user_permanent';
}

interface Seen {
  readonly payload: object;
  readonly verdict: Verdict;
}

interface SdkCall {
  readonly call: ToolCall;
  /** Converts a changed call to the SDK's input format. */
  readonly toInput: NonNullable<Calls['toInput']>;
}

type Hook = (
  input: unknown,
  toolUseID: string | undefined,
  more: { signal: AbortSignal },
) => Promise<HookAnswer>;

/** Never answers. */
type AfterHook = (input: unknown) => Promise<Record<string, never>>;

interface AfterHooks {
  hooks: AfterHook[];
  timeout?: number;
}

interface HookAnswer {
  hookSpecificOutput: {
    hookEventName: 'PreToolUse';
    permissionDecision: 'allow' | 'ask' | 'deny';
    permissionDecisionReason: string;
  };
}

/** Longer than any decision takes. A person is asked elsewhere, which may take days. */
const hookSeconds = 60;

/** Far more than are ever pending at once. */
const mostWaiting = 10_000;

const questionTool = 'AskUserQuestion';

const optionNames: Readonly<Record<keyof ClaudeAgentOptions, true>> = {
  named: true,
  principal: true,
  scopes: true,
  approver: true,
  accept: true,
  known: true,
  answerQuestion: true,
};

/**
 * Sends every call of an agent through the gate: the PreToolUse hook decides, since nothing runs before it, and
 * `canUseTool` only asks the person.
 *
 * @example
 * ```ts
 * import { query } from '@anthropic-ai/claude-agent-sdk';
 * import { createGate } from '@permesso/gate';
 * import { terminalApprover } from '@permesso/gate/approvers';
 * import { claudeAgent } from '@permesso/gate/claude-agent-sdk';
 * const guard = claudeAgent(createGate({ policy: { allow: ['Read'] }, approver: terminalApprover() }));
 * for await (const message of query({ prompt: 'Fix the tests', options: guard.options({ cwd: '/srv/app' }) }))
 *   console.log(message);
 * ```
 */
export function claudeAgent(gate: Gate, options: ClaudeAgentOptions = {}): ClaudeAgentGuard {
  checkAdapterOptions(options, optionNames, 'claudeAgent');
  viewOf(options);
  /** What the hook saw and decided for each call: `canUseTool` receives less. */
  const seen = new Map<string, Seen>();

  function read(payload: object): SdkCall {
    const incoming = claudeCode.toCall({ ...payload });
    if ('malformed' in incoming) throw new UnreadableCall(incoming.malformed);
    const [call, ...others] = incoming.calls;
    if (others.length > 0 || incoming.toInput === undefined)
      throw new UnreadableCall('the call has two readings');
    return {
      call: { ...renamed(call, options), ...ownedBy(options.principal, call.session) },
      toInput: incoming.toInput,
    };
  }

  const hook: Hook = async (input, toolUseID) => {
    try {
      if (typeof input !== 'object' || input === null) throw new UnreadableCall('the hook was given nothing');
      const { call } = read(input);
      if (isQuestion(input)) return hookAnswer('ask', 'The model asks the person something.');
      const hidden = hiddenWords(gate, call, call.tool);
      if (hidden !== undefined) return hookAnswer('deny', hidden);
      const said = await gate.consult(call, { runsSandboxed: false, keepsRequests: true });
      if (toolUseID !== undefined)
        putBounded(seen, [toolUseID, { payload: input, verdict: said.verdict }], mostWaiting);
      return hookAnswer(said.verdict, refusalOf(said));
    } catch (error) {
      return hookAnswer('deny', failureText(error, gate.fail));
    }
  };

  /** Only records: it never answers, so the app's own hooks decide alone. */
  const ended: AfterHook = async (input) => {
    try {
      if (typeof input !== 'object' || input === null || isQuestion(input)) return {};
      const error: unknown = 'error' in input ? input.error : undefined;
      const { call } = read({ ...input, hook_event_name: 'PreToolUse' });
      gate.ran(call, error === undefined ? { ok: true } : { ok: false, error: messageOf(error) });
    } catch (error) {
      gate.ran({ tool: 'unknown', input: {} }, { ok: false, error: failureText(error, gate.fail) });
    }
    return await Promise.resolve({});
  };

  async function ask(payload: object, about: AskedBy & Pick<Seen, 'verdict'>): Promise<Permission> {
    const { call, toInput } = read(payload);
    const said = await gate.authorize(call, {
      signal: about.signal,
      editable: true,
      runsSandboxed: false,
      ...definedFields({ scopes: options.scopes, approver: options.approver }),
    });
    if (said.verdict === 'deny')
      return {
        behavior: 'deny',
        message: refusalOf(said),
        ...(said.answer === undefined || said.answer.from === nobody
          ? {}
          : { decisionClassification: 'user_reject' }),
      };
    // The hook did not ask for approval, and nobody was asked: we must not answer a rule of the SDK's own.
    if (about.verdict !== 'ask' && said.answer === undefined)
      return { behavior: 'deny', message: ownRuleWords };
    return { behavior: 'allow', updatedInput: { ...toInput(said.call) }, ...remembered(said) };
  }

  const canUseTool: Gated['canUseTool'] = async (toolName, input, about) => {
    try {
      if (toolName === questionTool) return await answerQuestion(input, options);
      const { payload, verdict } = seen.get(about.toolUseID) ?? unseen(about);
      seen.delete(about.toolUseID);
      // What runs is what the SDK holds now, whatever the hook saw.
      return await ask({ ...payload, tool_name: toolName, tool_input: input }, { ...about, verdict });
    } catch (error) {
      return { behavior: 'deny', message: failureText(error, gate.fail) };
    }
  };

  return {
    options: <O extends object>(own?: O & QueryOptions): Guarded<O> => {
      const given: QueryOptions = own ?? {};
      const objections = objectionsTo(given, options.accept);
      if (objections.length > 0)
        throw new TypeError(`a call could get past the gate: ${objections.join(' ')}`);
      const names = [...claudeCode.tools.keys(), ...(options.known ?? [])];
      const hidden = names.filter((name) => gate.visibleTools([ruleName(name, options)]).length === 0);
      const gated: Gated = {
        permissionMode: 'default',
        settingSources: [...((given.settingSources ?? []) as Gated['settingSources'])],
        disallowedTools: [...(given.disallowedTools ?? []), ...hidden],
        canUseTool,
        hooks: {
          ...given.hooks,
          PreToolUse: [{ hooks: [hook], onFailure: 'block', timeout: hookSeconds }],
          PostToolUse: [...hooksOf(given.hooks?.['PostToolUse']), { hooks: [ended], timeout: hookSeconds }],
          PostToolUseFailure: [
            ...hooksOf(given.hooks?.['PostToolUseFailure']),
            { hooks: [ended], timeout: hookSeconds },
          ],
        },
      };
      return { ...given, ...gated } as unknown as Guarded<O>;
    },
  };
}

/** The app's own hooks stay, before ours. */
function hooksOf(hooks: unknown): readonly AfterHooks[] {
  return Array.isArray(hooks) ? (hooks as readonly AfterHooks[]) : [];
}

function hookAnswer(
  verdict: HookAnswer['hookSpecificOutput']['permissionDecision'],
  reason: string,
): HookAnswer {
  return {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: verdict,
      permissionDecisionReason: reason,
    },
  };
}

/** The scope of the approval, in the SDK's terms. */
function remembered({ answer: said, grant }: AllowedCall): Omit<Permitted, 'behavior' | 'updatedInput'> {
  if (said === undefined) return {};
  const updates = updatesOf(grant);
  const lasting = grant?.scope === 'project' || grant?.scope === 'user';
  return {
    decisionClassification: lasting ? 'user_permanent' : 'user_temporary',
    ...(updates.length === 0 ? {} : { updatedPermissions: updates }),
  };
}

function renamed(call: ToolCall, { named }: Pick<Caller, 'named'>): ToolCall {
  const tool = ruleName(call.tool, definedFields({ named }));
  if (tool === call.tool) return call;
  const { mcp: _mcp, ...rest } = call;
  return { ...rest, tool };
}

function unseen({ agentID }: AskedBy): Seen {
  const agent = definedFields({ agent_id: agentID });
  return { payload: { hook_event_name: 'PreToolUse', ...agent }, verdict: 'deny' };
}

function isQuestion(payload: object): boolean {
  return 'tool_name' in payload && payload.tool_name === questionTool;
}

/** Not a permission: the tool asks the person a question, so only the app can answer it. */
async function answerQuestion(
  input: Record<string, unknown>,
  { answerQuestion: reply }: ClaudeAgentOptions,
): Promise<Permission> {
  if (reply === undefined)
    return { behavior: 'deny', message: 'Nobody can answer questions here. Continue with what you know.' };
  return { behavior: 'allow', updatedInput: await reply(input) };
}

const ownRuleWords =
  'A rule in the settings asks about this call, and the policy allows it. Move the rule into the policy, so that a person is asked.';
