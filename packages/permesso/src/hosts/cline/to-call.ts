import type { McpTool, ToolCall } from '../../call/tool-call.ts';
import type { Incoming, Payload } from '../host.ts';
import { asEach, readingsOf } from '../joined-name.ts';
import { translateEach } from '../listed-calls.ts';
import { firstTextIn, recordIn, textIn } from '../read-payload.ts';
import { clineTools } from './tools.ts';

const host = 'cline';

export function toCall(payload: Payload): Incoming {
  const event = textIn(payload, 'hookName');
  if (event !== 'tool_call')
    return { malformed: `${host} sent the event ${event ?? '(none)'} instead of tool_call` };
  const theirs = recordIn(payload, 'tool_call') ?? {};
  const tool = textIn(theirs, 'name');
  if (tool === undefined) return { malformed: `${host} named no tool` };
  const input = inputOf(theirs, tool);
  if (input === undefined) return { malformed: `${host} sent no input for ${tool}` };
  const cwd =
    textIn(recordIn(payload, 'workspaceInfo') ?? {}, 'rootPath') ?? firstTextIn(payload, 'workspaceRoots');
  const { calls, toInput } = translateEach(clineTools, {
    host,
    tool,
    input,
    ...(cwd === undefined ? {} : { cwd }),
  });
  const about = aboutOf(payload);
  const [first, ...rest] = calls.map((call): ToolCall => ({ ...call, ...about }));
  if (first === undefined) return { malformed: `${host} sent an empty list` };
  return {
    calls: clineTools.has(tool) ? [first, ...rest] : asEach(first, mcpOf(tool)),
    ...(toInput === undefined ? {} : { toInput }),
  };
}

/** A list tool is also called with the bare list or its only item. */
function inputOf(theirs: Payload, tool: string): Payload | undefined {
  const list = clineTools.get(tool)?.each;
  const value = Object.hasOwn(theirs, 'input') ? theirs['input'] : undefined;
  if (list !== undefined && (Array.isArray(value) || (typeof value === 'string' && value !== '')))
    return { [list.of]: value };
  return recordIn(theirs, 'input');
}

/** Cline numbers its agents and gives them no type; what it started itself has a parent. */
function aboutOf(payload: Payload): Pick<ToolCall, 'host' | 'session' | 'agent'> {
  const session =
    textIn(recordIn(payload, 'sessionContext') ?? {}, 'rootSessionId') ?? textIn(payload, 'taskId');
  const parent = textIn(payload, 'parent_agent_id');
  const name = textIn(payload, 'agent_id') ?? 'sub-agent';
  return {
    host,
    ...(session === undefined ? {} : { session }),
    ...(parent === undefined ? {} : { agent: { name, parents: ['main'] } }),
  };
}

/** Joined by `__`. A name with other characters, or too long, is cut and ends in a digest: then it may be any. */
function mcpOf(tool: string): readonly McpTool[] {
  if (/_[0-9a-f]{8}$/u.test(tool)) return [{ server: '', tool: '' }];
  return readingsOf(tool, '__');
}
