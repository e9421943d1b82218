import type { McpTool, ToolCall } from '../../call/tool-call.ts';
import { errorCodes, objectAt, own, textAt, type Failure, type JsonObject } from './message.ts';
import { isRecord } from '../../call/is-record.ts';
import type { Method } from './methods.ts';

export interface Circumstances {
  /** The server's name, as rules know it. */
  readonly server: string;
  readonly session: string;
  readonly cwd: string;
  /** What else is known of the server and its tool. */
  readonly known: Omit<McpTool, 'server' | 'tool'>;
}

/** A request that the policy is asked about -> the call that it is. */
export function toCall(
  request: JsonObject,
  method: Method,
  { server, session, cwd, known }: Circumstances,
): ToolCall | { readonly problem: Failure } {
  const params = objectAt(request, 'params');
  const named = method.name === 'tools/call' ? textAt(params, 'name') : (method.as ?? method.name);
  if (named === undefined || named === '') return invalid('the call names no tool');
  const input = method.name === 'tools/call' ? inputOf(params) : restOf(params);
  if (input === undefined) return invalid('`arguments` is no object');
  return {
    tool: toolName(server, named),
    input,
    cwd,
    session,
    host: 'mcp',
    mcp: { server, tool: named, ...known },
  };
}

export function toolName(server: string, tool: string): string {
  return `mcp__${server}__${tool}`;
}

function inputOf(params: JsonObject): JsonObject | undefined {
  const given = own(params, 'arguments');
  if (given === undefined || given === null) return {};
  return isRecord(given) ? given : undefined;
}

/** Without what belongs to the protocol and not to the question. */
function restOf(params: JsonObject): JsonObject {
  const aside = ['_meta', 'requestState', 'inputResponses'];
  return Object.fromEntries(Object.entries(params).filter(([name]) => !aside.includes(name)));
}

function invalid(message: string): { readonly problem: Failure } {
  return { problem: { code: errorCodes.invalidParams, message } };
}
