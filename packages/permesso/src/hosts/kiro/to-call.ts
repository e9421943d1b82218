import type { ToolCall } from '../../call/tool-call.ts';
import type { Incoming, Payload } from '../host.ts';
import { asEach } from '../joined-name.ts';
import { translateEach } from '../listed-calls.ts';
import { agentIn, recordIn, textIn } from '../read-payload.ts';
import { kiroTools } from './tools.ts';

const host = 'kiro';

/** The event is spelt `preToolUse` in agent files and `PreToolUse` in hook files. */
const events: ReadonlySet<string> = new Set(['preToolUse', 'PreToolUse']);

export function toCall(payload: Payload): Incoming {
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
