import { createHash } from 'node:crypto';
import { canonical } from '@permesso/protocol/approval';

/** What a server says of one of its tools: the entry of its tool list. */
export interface ToolDescription {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema?: unknown;
  readonly outputSchema?: unknown;
  readonly annotations?: unknown;
}

/**
 * Names what a tool says of itself. The model acts on these words, so a server that changes them after a person has
 * approved has changed what the approval was given to. The order of keys does not count; everything else does.
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
