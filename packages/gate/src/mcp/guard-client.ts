import { guardTransport, type McpGuardOptions, type McpTransport } from './transports/guard-transport.ts';

/** A client of the official SDKs, of either generation. */
export interface McpClient {
  connect: (transport: never, options?: never) => Promise<void>;
  /** Set while it is connected. */
  readonly transport?: unknown;
}

interface AnyClient {
  connect: (transport: McpTransport, options?: unknown) => Promise<void>;
}

/**
 * The same client, with its calls decided from the next `connect` on. The transport is guarded, so nothing in the
 * client bypasses it: `callTool`, `request`, tasks, and what later versions add.
 *
 * @example
 * ```ts
 * import { Client } from '@modelcontextprotocol/sdk/client/index.js';
 * import { createGate } from '@permesso/gate';
 * import { guardClient } from '@permesso/gate/mcp';
 * const gate = createGate({ policy: { allow: ['mcp__files__read_file'] } });
 * const client = guardClient(new Client({ name: 'my-app', version: '1.0.0' }), { gate, server: 'files' });
 * ```
 */
export function guardClient<T extends McpClient>(client: T, options: McpGuardOptions): T {
  if (client.transport !== undefined && client.transport !== null)
    throw new TypeError('this client is connected already: guard it before `connect`');
  const target = client as unknown as AnyClient;
  const connect = target.connect.bind(target);
  target.connect = (transport, how) => connect(guardTransport(transport, options), how);
  return client;
}
