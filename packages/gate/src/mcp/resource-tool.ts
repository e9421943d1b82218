import { describeMcp, mcpTool, type Tool } from '@permesso/engine/facts';
import { toolName } from './to-call.ts';

/**
 * Describes reading a resource of a server: a file if its URI is a file, a host if it is on the web. So a deny rule
 * about `.env` also applies to `file:///project/.env`, whichever server serves it.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import { resourceTool } from '@permesso/gate/mcp';
 * const gate = createGate({ policy: { deny: ['Read(.env)'] }, tools: [resourceTool('files')] });
 * ```
 */
export function resourceTool(server: string): Tool {
  const tool = toolName(server, 'resources/read');
  const file = describeMcp({ tool, reads: ['$.uri'] });
  const web = describeMcp({ tool, urls: ['$.uri'] });
  return {
    ...mcpTool,
    name: tool,
    read: (call, world) => {
      const uri = call.input['uri'];
      // A URI that is not a string may be any file.
      if (typeof uri !== 'string' || /^\s*file:/i.test(uri)) return file.read(call, world);
      return (/^\s*(?:https?|wss?|ftp):/i.test(uri) ? web : mcpTool).read(call, world);
    },
  };
}
