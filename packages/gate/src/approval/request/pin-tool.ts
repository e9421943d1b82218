import { createHash } from 'node:crypto';
import { canonical } from '@permesso/protocol/approval';

/** A server's description of one of its tools: the entry of its tool list. */
export interface ToolDescription {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
  readonly annotations?: unknown;
}

/**
 * Identifies a tool's description. The model acts on these texts, so a server that changes them after an approval has
 * changed what was approved. The order of keys does not matter; everything else does.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import { pinTool } from '@permesso/gate/tools';
 * const pin = pinTool({ name: 'search', description: 'Searches the web.' });
 * const mcp = { server: 'web', tool: 'search', pin };
 * await createGate({ policy: {} }).authorize({ tool: 'mcp__web__search', input: {}, mcp });
 * ```
 */
export function pinTool(tool: ToolDescription): string {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  const said = [name, title, description, inputSchema, outputSchema, annotations];
  return createHash('sha256').update(canonical(said)).digest('base64url');
}
