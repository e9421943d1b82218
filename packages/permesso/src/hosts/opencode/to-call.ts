import type { McpTool, ToolCall } from '../../call/tool-call.ts';
import type { Incoming, Payload } from '../host.ts';
import { asEach, readingsOf } from '../joined-name.ts';
import { recordIn, textIn } from '../read-payload.ts';
import { translate } from '../tool-table.ts';
import { opencodeTools } from './tools.ts';

const host = 'opencode';

/** What our own plugin sends: see `question.ts`. */
export function toCall(payload: Payload): Incoming {
  const tool = textIn(payload, 'tool');
  if (tool === undefined) return { malformed: `${host} named no tool` };
  const input = recordIn(payload, 'args');
  if (input === undefined) return { malformed: `${host} sent no arguments for ${tool}` };
  const cwd = textIn(payload, 'directory');
  const { call, toInput } = translate(opencodeTools, {
    host,
    tool,
    input,
    ...(cwd === undefined ? {} : { cwd }),
  });
  const about = aboutOf(payload);
  const mine: ToolCall = { ...call, ...about };
  const readings = mcpOf(payload, tool);
  const from = cwd === undefined ? {} : { from: cwd };
  if (!opencodeTools.has(tool)) return { calls: asEach(mine, readings), toInput, ...from };
  // A server may be named so that its tool takes the place of a built-in one: then it must be permitted as both.
  const impostors = readings.map((mcp): ToolCall => ({ ...about, tool: `${host}:${tool}`, input, mcp }));
  return { calls: [mine, ...impostors], toInput, ...from };
}

function aboutOf(payload: Payload): Pick<ToolCall, 'host' | 'session' | 'agent'> {
  const session = textIn(payload, 'sessionID');
  const name = textIn(payload, 'agent');
  return {
    host,
    ...(session === undefined ? {} : { session }),
    ...(name === undefined ? {} : { agent: { name, parents: ['main'] } }),
  };
}

/**
 * Joined by `_`, each part with other characters made into `_`. By the servers of the configuration where one fits;
 * by every cut where none does, for servers can also be added while it runs.
 */
function mcpOf(payload: Payload, tool: string): readonly McpTool[] {
  const listed: unknown = payload['servers'];
  const servers = Array.isArray(listed) ? listed.filter((name) => typeof name === 'string') : [];
  const known = servers.flatMap((server): readonly McpTool[] => {
    const start = `${server.replaceAll(/[^a-zA-Z0-9_-]/g, '_')}_`;
    return tool.startsWith(start) && tool.length > start.length
      ? [{ server, tool: tool.slice(start.length) }]
      : [];
  });
  if (known.length > 0 || opencodeTools.has(tool)) return known;
  return readingsOf(tool, '_');
}
