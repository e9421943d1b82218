import type { McpTool, ToolCall } from '@permesso/engine/call';

/** More cuts than any server's name needs; beyond, it may be any tool of any server. */
const mostReadings = 8;

const anything: McpTool = { server: '', tool: '' };

/**
 * A name in which the host joined server and tool, cut wherever it could be: `a-b-c` may be `b-c` of `a` or `c` of
 * `a-b`, and a hostile server can choose its name so that the join looks like another's.
 */
export function readingsOf(joined: string, separator: string): readonly McpTool[] {
  const readings: McpTool[] = [];
  for (let at = joined.indexOf(separator, 1); at !== -1; at = joined.indexOf(separator, at + 1)) {
    const tool = joined.slice(at + separator.length);
    if (tool !== '') readings.push({ server: joined.slice(0, at), tool });
    if (readings.length > mostReadings) return [anything];
  }
  return readings;
}

/** One call for each reading, for all must be permitted; the call itself where there is none. */
export function asEach(call: ToolCall, readings: readonly McpTool[]): readonly [ToolCall, ...ToolCall[]] {
  const [first, ...rest] = readings.map((mcp): ToolCall => ({ ...call, mcp }));
  return first === undefined ? [call] : [first, ...rest];
}
