import type { ToolCall } from '@permesso/engine/call';
import type { CallOutcome } from '../gate/outcome.ts';
import {
  type HookHost,
  type HostOutcome,
  type Incoming,
  jsonReply,
  type Payload,
  type Reply,
} from './host.ts';
import { translateEach } from './listed-calls.ts';
import { asEach, readingsOf } from './mcp-name.ts';
import { agentIn, argumentsIn, hasTexts, recordIn, textIn } from './read-payload.ts';
import { tableOf, type ToolRow } from './tool-table.ts';

export const copilotCli: HookHost = {
  name: 'copilot-cli',
  title: 'GitHub Copilot CLI',
  asks: 'host',
  showsForms: {},
  rewrites: true,
  runsSandboxed: true,
  shell: { always: 'bash' },
  sends: (payload) => hasTexts(payload, 'sessionId', 'toolName') && typeof payload['timestamp'] === 'number',
  callFields: ['toolName', 'toolArgs'],
  toCall: copilotCliToCall,
  toReply: copilotCliToReply,
  after: { before: (payload) => payload, outcome: copilotOutcome, unattended: [] },
};

/** With `shellId` a command goes into a shell that has lived on, so that argument stays, as a doubt. */
export const copilotTools: ReadonlyMap<string, ToolRow> = tableOf([
  {
    theirs: 'bash',
    ours: 'Bash',
    harmless: ['description', 'mode', 'detach', 'initial_wait'],
    leaving: ['requestSandboxBypass'],
  },
  { theirs: 'view', ours: 'Read', harmless: ['view_range', 'forceReadLargeFiles'] },
  { theirs: 'create', ours: 'Write' },
  { theirs: 'edit', ours: 'Edit' },
  { theirs: 'grep', ours: 'Grep', each: { of: 'paths', as: 'path', optional: true } },
  { theirs: 'glob', ours: 'Glob', each: { of: 'paths', as: 'path', optional: true } },
  { theirs: 'web_fetch', ours: 'WebFetch' },
  // Types into a program that is already running.
  { theirs: 'write_bash', ours: 'unreadable' },
]);

/** The camel-case event `preToolUse`, which does not say its own name. */
export function copilotCliToCall(payload: Payload): Incoming {
  const tool = textIn(payload, 'toolName');
  if (tool === undefined) return { malformed: 'copilot-cli named no tool' };
  const input = argumentsIn(payload, 'toolArgs');
  if (input === undefined) return { malformed: `copilot-cli sent no arguments for ${tool}` };
  const cwd = textIn(payload, 'cwd');
  const session = textIn(payload, 'sessionId');
  const host = 'copilot-cli';
  const { calls, toInput, toInputs, leaving } = translateEach(copilotTools, {
    host,
    tool,
    input,
    ...(cwd === undefined ? {} : { cwd }),
  });
  const [first, ...rest] = calls.map((call): ToolCall => ({
    ...call,
    host,
    ...(session === undefined ? {} : { session }),
    ...agentIn(payload, { type: 'agentType', id: 'agentId' }),
  }));
  if (first === undefined) return { malformed: 'copilot-cli sent an empty list' };
  // Server and tool are joined by a hyphen, and both may hold some: no built-in tool does.
  const isMcp = !copilotTools.has(tool) && tool.includes('-');
  return {
    calls: isMcp ? asEach(first, readingsOf(tool, '-')) : [first, ...rest],
    ...(toInput === undefined ? {} : { toInput }),
    ...(toInputs === undefined ? {} : { toInputs }),
    ...(leaving === undefined ? {} : { leaving }),
  };
}

/** Text that is not this, and a decision with another name, let the call run. */
interface CopilotAnswer {
  readonly permissionDecision: 'allow' | 'ask' | 'deny';
  readonly permissionDecisionReason: string;
  readonly modifiedArgs?: object;
}

function copilotCliToReply({ verdict, reason, input }: HostOutcome): Reply {
  const answer: CopilotAnswer = {
    permissionDecision: verdict,
    permissionDecisionReason: reason,
    ...(input === undefined || verdict !== 'allow' ? {} : { modifiedArgs: input }),
  };
  return jsonReply(answer);
}

/** `resultType` is `success`, `failure` or `denied`; the words for the model stand beside it. */
function copilotOutcome(payload: Payload): CallOutcome {
  const result = recordIn(payload, 'toolResult') ?? {};
  const type = textIn(result, 'resultType');
  return type === undefined || type === 'success' ? { ok: true } : { ok: false, error: type };
}
