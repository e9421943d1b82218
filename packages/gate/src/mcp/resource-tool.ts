import { describeMcp, mcpTool, type Tool } from '@permesso/engine/facts';
import { toolName } from './to-call.ts';

/**
 * Reading a resource of a server: a file where its address is one, a host where it is on the web. So a deny rule about
 * `.env` also binds `file:///project/.env`, no matter who serves it.
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
      // What is not text may be any file.
      if (typeof uri !== 'string' || /^\s*file:/i.test(uri)) return file.read(call, world);
      return (/^\s*(?:https?|wss?|ftp):/i.test(uri) ? web : mcpTool).read(call, world);
    },
  };
}
