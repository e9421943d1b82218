import type { McpTool, ToolCall } from '../../call/tool-call.ts';
import { fromClaudeShape } from '../claude-call.ts';
import type { Incoming, Payload } from '../host.ts';
import { readingsOf } from '../joined-name.ts';
import { recordIn, textIn } from '../read-payload.ts';
import { geminiTools } from './tools.ts';
import { urlsInPrompt } from './urls-in-prompt.ts';

export function toCall(payload: Payload): Incoming {
  const incoming = fromClaudeShape(payload, {
    host: 'gemini-cli',
    tools: geminiTools,
    event: 'BeforeTool',
    mcp: mcpOf,
  });
  if ('malformed' in incoming || textIn(payload, 'tool_name') !== 'web_fetch') return incoming;
  const [first, ...rest] = fetchesOf(incoming.calls[0]);
  const { toInput: _ofOneUrl, ...about } = incoming;
  return first === undefined ? incoming : { ...about, calls: [first, ...rest] };
}

/** More addresses than a person would look at: then it may be any. */
const mostUrls = 32;

function fetchesOf(call: ToolCall): readonly ToolCall[] {
  const { prompt, ...rest } = call.input;
  const inText = typeof prompt === 'string' ? urlsInPrompt(prompt) : [undefined];
  // With an option of its own the tool takes one URL instead, and the prompt is only read to the model.
  const given = Object.hasOwn(rest, 'url') ? [rest['url']] : [];
  const urls: readonly unknown[] =
    [...given, ...inText].length > mostUrls ? [undefined] : [...given, ...inText];
  return urls.map((url) => ({
    ...call,
    tool: 'WebFetch',
    input: { ...call.input, ...(url === undefined ? { url: null } : { url }) },
  }));
}

/** Gemini joins with `_` and says which server it was; where it does not, every cut counts. */
function mcpOf(payload: Payload, tool: string): readonly McpTool[] {
  const context = recordIn(payload, 'mcp_context');
  const server = context && textIn(context, 'server_name');
  const name = context && textIn(context, 'tool_name');
  if (server !== undefined && name !== undefined) return [{ server, tool: name }];
  if (context !== undefined) return [{ server: '', tool: '' }];
  return tool.startsWith('mcp_') && !tool.startsWith('mcp__')
    ? readingsOf(tool.slice('mcp_'.length), '_')
    : [];
}
