import type { McpTool, ToolCall } from '@permesso/engine/call';
import {
  type Dialect,
  type HookHost,
  hookHost,
  type Incoming,
  type Payload,
  readCall,
  readingsOf,
  type ToolRow,
} from '@permesso/gate/payloads';
import { pluginRow } from '../../intercept/plugin-row.ts';

const openCodeTools: readonly ToolRow[] = [
  { theirs: 'bash', ours: 'Bash', harmless: ['description', 'timeout'], directory: 'workdir' },
  { theirs: 'read', ours: 'Read', named: { filePath: 'file_path' }, harmless: ['offset', 'limit'] },
  { theirs: 'write', ours: 'Write', named: { filePath: 'file_path' } },
  { theirs: 'edit', ours: 'Edit', named: { filePath: 'file_path' } },
  { theirs: 'glob', ours: 'Glob' },
  { theirs: 'grep', ours: 'Grep', named: { include: 'glob' } },
  { theirs: 'webfetch', ours: 'WebFetch' },
  { theirs: 'apply_patch', ours: 'apply_patch', named: { patchText: 'patch' } },
];

/** OpenCode starts no hook commands: our plugin does, and throws anything but an approval. */
export const opencode: HookHost = openCodeHost({
  name: 'opencode',
  // A dialog is at most 88 columns wide, and starts at a quarter of the window's height.
  showsForms: { lines: 6, columns: 80 },
  tools: [],
});

/** A fork of OpenCode, with its additional tools. */
export function openCodeHost({
  name,
  tools,
  ...row
}: Pick<Dialect, 'name' | 'showsForms' | 'tools'>): HookHost {
  const { fields, ...shared } = pluginRow(name === 'opencode' ? undefined : name);
  return hookHost({
    ...row,
    ...shared,
    name,
    // Works through one prompt without a window.
    hidesWindows: ({ commandLine }) => /(?:opencode|kilo)\S*\s+run(?:\s|$)/.test(commandLine),
    runsSandboxed: true,
    shell: { told: 'shell' },
    callFields: ['tool', 'args'],
    tools: [...openCodeTools, ...tools],
    toCall: (payload, own) => openCodeCall(payload, { host: name, tools: own, fields }),
  });
}

/** Sent by our own plugin: a `HookRequest`. */
function openCodeCall(
  payload: Payload,
  reading: Pick<Parameters<typeof readCall>[1], 'host' | 'tools' | 'fields'>,
): Incoming {
  const { host, tools } = reading;
  const isOwn = tools.has(String(payload['tool']));
  const incoming = readCall(payload, {
    ...reading,
    ...(isOwn ? {} : { mcp: (_payload, tool) => mcpOf(payload, tool) ?? readingsOf(tool, '_') }),
  });
  if ('malformed' in incoming) return incoming;
  // Our plugin passes the start directory; a model names another directory in its arguments.
  const root = incoming.from === undefined ? {} : { root: incoming.from };
  if (!isOwn) return { ...incoming, ...root };
  // A server can be named so that its tool has the name of a built-in one: the call must then be permitted as both.
  const tool = String(payload['tool']);
  const { tool: _ours, cwd: _at, ...about } = incoming.calls[0];
  const input = payload['args'] as ToolCall['input'];
  const impostors = (mcpOf(payload, tool) ?? []).map((mcp) => ({
    ...about,
    tool: `${host}:${tool}`,
    input,
    mcp,
  }));
  return { ...incoming, ...root, calls: [...incoming.calls, ...impostors] };
}

/**
 * Joined by `_`, with other characters replaced by `_`. Split by the configured servers if one fits; otherwise every
 * possible split counts, because servers can also be added at run time.
 */
function mcpOf(payload: Payload, tool: string): readonly McpTool[] | undefined {
  const listed: unknown = payload['servers'];
  const servers = Array.isArray(listed) ? listed.filter((name) => typeof name === 'string') : [];
  const known = servers.flatMap((server): readonly McpTool[] => {
    const start = `${server.replaceAll(/[^a-zA-Z0-9_-]/g, '_')}_`;
    return tool.startsWith(start) && tool.length > start.length
      ? [{ server, tool: tool.slice(start.length) }]
      : [];
  });
  return known.length > 0 ? known : undefined;
}
