import type { ToolCall } from '@permesso/engine/call';
import { exitCodeReply } from '../../intercept/exit-code-reply.ts';
import {
  type HookHost,
  type Incoming,
  type Payload,
  translateEach,
  asEach,
  agentIn,
  recordIn,
  textIn,
  tableOf,
  type ToolRow,
} from '@permesso/gate/payloads';

/** Written from the documentation, never run. */
export const kiro: HookHost = {
  name: 'kiro',
  title: 'Kiro CLI',
  asks: 'ours',
  rewrites: false,
  sends: (payload) => Object.keys(payload).every((name) => kiroFields.has(name)),
  unmarked: true,
  callFields: ['tool_name', 'tool_input'],
  toCall: kiroToCall,
  toReply: exitCodeReply,
};

/** All that its payloads are documented to hold. */
const kiroFields: ReadonlySet<string> = new Set(
  'hook_event_name cwd session_id tool_name tool_input agent_id agent_type'.split(' '),
);

/** Every built-in tool has an old and a new name. */
const kiroTools: ReadonlyMap<string, ToolRow> = tableOf(
  [
    ['execute_bash', 'shell'].map((theirs) => ({
      theirs,
      ours: 'Bash',
      harmless: ['summary'],
      directory: 'working_dir',
    })),
    ['fs_read', 'read'].map((theirs) => ({
      theirs,
      ours: 'Read',
      each: { of: 'operations', as: 'path', spread: true as const, optional: true as const },
    })),
    ['fs_write', 'write'].map((theirs) => ({ theirs, ours: 'Write', harmless: ['command', 'summary'] })),
  ].flat(),
);

const host = 'kiro';

/** The event is spelt `preToolUse` in agent files and `PreToolUse` in hook files. */
const events: ReadonlySet<string> = new Set(['preToolUse', 'PreToolUse']);

function kiroToCall(payload: Payload): Incoming {
  const event = textIn(payload, 'hook_event_name') ?? '(none)';
  if (!events.has(event)) return { malformed: `${host} sent the event ${event} instead of preToolUse` };
  const tool = textIn(payload, 'tool_name');
  if (tool === undefined) return { malformed: `${host} named no tool` };
  const input = recordIn(payload, 'tool_input');
  if (input === undefined) return { malformed: `${host} sent no input for ${tool}` };
  const cwd = textIn(payload, 'cwd');
  const session = textIn(payload, 'session_id');
  const { calls } = translateEach(kiroTools, { host, tool, input, ...(cwd === undefined ? {} : { cwd }) });
  const [first, ...rest] = calls.map((call): ToolCall => ({
    ...call,
    host,
    ...(session === undefined ? {} : { session }),
    ...agentIn(payload),
  }));
  if (first === undefined) return { malformed: `${host} sent an empty list` };
  if (tool.startsWith('@')) return { calls: asEach(first, [serverAndTool(tool)]) };
  return { calls: [first, ...rest], ...(cwd === undefined ? {} : { from: cwd }) };
}

/** `@server/tool`; a server's name holds no slash. */
function serverAndTool(name: string): { readonly server: string; readonly tool: string } {
  const at = name.indexOf('/');
  return at === -1
    ? { server: name.slice(1), tool: '' }
    : { server: name.slice(1, at), tool: name.slice(at + 1) };
}
