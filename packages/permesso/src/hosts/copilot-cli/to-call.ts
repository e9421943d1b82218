import type { ToolCall } from '../../call/tool-call.ts';
import type { Incoming, Payload } from '../host.ts';
import { asEach, readingsOf } from '../joined-name.ts';
import { translateEach } from '../listed-calls.ts';
import { agentIn, argumentsIn, textIn } from '../read-payload.ts';
import { copilotTools } from './tools.ts';

/** The camel-case event `preToolUse`, which does not say its own name. */
export function toCall(payload: Payload): Incoming {
  const tool = textIn(payload, 'toolName');
  if (tool === undefined) return { malformed: 'copilot-cli named no tool' };
  const input = argumentsIn(payload, 'toolArgs');
  if (input === undefined) return { malformed: `copilot-cli sent no arguments for ${tool}` };
  const cwd = textIn(payload, 'cwd');
  const session = textIn(payload, 'sessionId');
  const host = 'copilot-cli';
  const { calls, toInput } = translateEach(copilotTools, {
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
  };
}
