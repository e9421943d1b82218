import { isRecord, type McpTool, type Principal, type ToolCall } from '@permesso/engine/call';
import { errorCodes, objectAt, own, textAt, type Failure, type JsonObject } from './protocol/message.ts';
import type { Method } from './protocol/methods.ts';

export interface McpCallContext {
  /** The server's name in rules. */
  readonly server: string;
  readonly session: string;
  /** The principal in the client's token. */
  readonly principal?: Principal | undefined;
  readonly cwd: string;
  /** What else is known about the server and its tool. */
  readonly known: Omit<McpTool, 'server' | 'tool'>;
}

/** Converts a request that needs a decision to a call. */
export function mcpToCall(
  request: JsonObject,
  method: Method,
  { server, session, principal, cwd, known }: McpCallContext,
): ToolCall | { readonly problem: Failure } {
  const params = objectAt(request, 'params');
  const named = method.name === 'tools/call' ? textAt(params, 'name') : (method.as ?? method.name);
  if (named === undefined || named === '') return invalid('the call names no tool');
  const input = method.name === 'tools/call' ? mcpInput(params) : restOf(params);
  if (input === undefined) return invalid('`arguments` is not an object');
  return {
    tool: toolName(server, named),
    input,
    cwd,
    session,
    ...(principal !== undefined && { principal: { ...principal, session } }),
    host: 'mcp',
    mcp: { server, tool: named, ...known },
  };
}

export function toolName(server: string, tool: string): string {
  return `mcp__${server}__${tool}`;
}

function mcpInput(params: JsonObject): JsonObject | undefined {
  const given = own(params, 'arguments');
  if (given === undefined || given === null) return {};
  return isRecord(given) ? given : undefined;
}

/** Without protocol fields, which do not affect the decision. */
function restOf(params: JsonObject): JsonObject {
  const aside = ['_meta', 'requestState', 'inputResponses'];
  return Object.fromEntries(Object.entries(params).filter(([name]) => !aside.includes(name)));
}

function invalid(message: string): { readonly problem: Failure } {
  return { problem: { code: errorCodes.invalidParams, message } };
}
