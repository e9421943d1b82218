import { isRecord } from '@permesso/engine/call';
import { unanswerable } from './unanswerable.ts';
import { fields, object, oneOf, shapeProblem, text, type TypeOf } from '@permesso/protocol/shape';
import { readRpc, type RpcAnswer, rpcCodes, rpcError, rpcResult } from './json-rpc.ts';
import { wireVersion } from './wire-schema.ts';
import type { Wire } from './wire.ts';

export interface InterceptorOptions {
  /** The server whose calls are intercepted, in rules: `mcp__NAME__tool`. Rules name the tool alone when absent. */
  readonly server?: string;
}

/** An MCP server with nothing but one interceptor, a validation before each tool call: the draft SEP-2624. */
export type InterceptorServer = (message: unknown) => Promise<RpcAnswer | undefined>;

const name = 'permesso';
const event = 'tools/call';
const capability = 'io.modelcontextprotocol/interceptors';

const invocation = object(
  {
    name: oneOf(name),
    event: oneOf(event),
    phase: oneOf('request'),
    payload: object({ name: text }, { arguments: fields }),
  },
  { context: object({}, { principal: object({}, { type: text, id: text }), sessionId: text }) },
);

type Invocation = TypeOf<typeof invocation>;

export function createInterceptorServer(wire: Wire, { server }: InterceptorOptions = {}): InterceptorServer {
  return async (message) => {
    const request = readRpc(message);
    if (request === undefined) {
      // A notification has no id and gets no answer.
      if (isRecord(message) && typeof message['method'] === 'string' && !Object.hasOwn(message, 'id'))
        return undefined;
      return rpcError(null, rpcCodes.request, { message: 'send one JSON-RPC 2.0 request at a time' });
    }
    const { id, method, params } = request;
    switch (method) {
      case 'initialize':
        return rpcResult(id, {
          protocolVersion:
            typeof params['protocolVersion'] === 'string' ? params['protocolVersion'] : '2025-06-18',
          capabilities: { extensions: { [capability]: {} } },
          serverInfo: { name, version: '1' },
        });
      case 'ping':
        return rpcResult(id, {});
      case 'interceptors/list':
        return rpcResult(id, { interceptors: listed(params['event']) ? [descriptor] : [] });
      case 'interceptor/invoke': {
        const problem = shapeProblem(invocation, params, 'params');
        if (problem !== undefined) return rpcError(id, rpcCodes.params, { message: problem });
        return rpcResult(id, await validate(wire, params as unknown as Invocation, server));
      }
      default:
        return rpcError(id, rpcCodes.method, { message: 'there is no such method' });
    }
  };
}

function listed(wanted: unknown): boolean {
  return wanted === undefined || wanted === event || wanted === '*';
}

const descriptor = {
  name,
  description: 'Allows or refuses a tool call by the policy of Permesso.',
  type: 'validation',
  hooks: [{ events: [event], phase: 'request' }],
  failOpen: false,
} as const;

/** An ask does not permit the call: the client may have nobody to ask, so the call is refused with the reason. */
async function validate(
  wire: Wire,
  { payload, context = {} }: Invocation,
  server: string | undefined,
): Promise<object> {
  const { principal, sessionId: session } = context;
  const call = {
    tool: server === undefined ? payload.name : `mcp__${server}__${payload.name}`,
    input: payload.arguments ?? {},
    ...(session === undefined ? {} : { session }),
    ...(principal?.type === 'user' && principal.id !== undefined
      ? { principal: { user: principal.id } }
      : {}),
  };
  const answer = await wire({ v: wireVersion, id: 0, method: 'authorize', params: { call } });
  const said = 'error' in answer ? { verdict: 'deny', message: answer.error.message } : answer.result;
  const { verdict, message } = said as { readonly verdict: string; readonly message: string };
  const about = { interceptor: name, type: 'validation', phase: 'request' };
  if (verdict === 'allow') return { ...about, valid: true };
  return {
    ...about,
    valid: false,
    severity: 'error',
    messages: [{ message: verdict === 'ask' ? unanswerable(message) : message, severity: 'error' }],
  };
}
