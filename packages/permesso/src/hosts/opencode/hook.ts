import type { McpTool, ToolCall } from '@permesso/engine/call';
import {
  type HookHost,
  type HostOutcome,
  type Incoming,
  jsonReply,
  type Payload,
  type Reply,
  asEach,
  readingsOf,
  hasTexts,
  recordIn,
  textIn,
  tableOf,
  type ToolRow,
  translate,
} from '@permesso/gate/payloads';

/** OpenCode starts no commands: a plugin of ours does, and throws whatever is not an approval. */
export const opencode: HookHost = {
  name: 'opencode',
  title: 'OpenCode',
  asks: 'ours',
  // Works off one prompt without a window of its own.
  hidesWindows: ({ commandLine }) => /opencode\S*\s+run(?:\s|$)/.test(commandLine),
  // A dialog of its window is at most 88 columns wide, and begins at a quarter of its height.
  showsForms: { lines: 6, columns: 80 },
  rewrites: true,
  runsSandboxed: true,
  shell: { told: 'shell' },
  sends: (payload) => hasTexts(payload, 'sessionID', 'callID', 'tool'),
  callFields: ['tool', 'args'],
  toCall: opencodeToCall,
  toReply: opencodeToReply,
  // Our plugin passes the call on, and opencode asks as it would without it.
  silent: jsonReply({ verdict: 'allow' }),
};

/** What the plugin asks the hook, one line of JSON each way: both ends are ours. */
export interface HookRequest {
  readonly tool: string;
  readonly sessionID: string;
  readonly callID: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly directory: string;
  /** The MCP servers of the configuration. Absent when it was never shown to us. */
  readonly servers?: readonly string[];
  /** What `shell` of the configuration names, else $SHELL. Absent when neither does, or the configuration was never shown to us. */
  readonly shell?: string;
  /** A sub-agent's name; absent for the agent that the person talks to. */
  readonly agent?: string;
}

export type HookAnswer =
  | { readonly verdict: 'allow'; readonly args?: Readonly<Record<string, unknown>> }
  | { readonly verdict: 'deny'; readonly reason: string };

export const opencodeTools: ReadonlyMap<string, ToolRow> = tableOf([
  { theirs: 'bash', ours: 'Bash', harmless: ['description', 'timeout'], directory: 'workdir' },
  { theirs: 'read', ours: 'Read', named: { filePath: 'file_path' }, harmless: ['offset', 'limit'] },
  { theirs: 'write', ours: 'Write', named: { filePath: 'file_path' } },
  { theirs: 'edit', ours: 'Edit', named: { filePath: 'file_path' } },
  { theirs: 'glob', ours: 'Glob' },
  { theirs: 'grep', ours: 'Grep', named: { include: 'glob' } },
  { theirs: 'webfetch', ours: 'WebFetch' },
  { theirs: 'apply_patch', ours: 'apply_patch', named: { patchText: 'patch' } },
]);

const host = 'opencode';

/** What our own plugin sends: a `HookRequest`. */
function opencodeToCall(payload: Payload): Incoming {
  const tool = textIn(payload, 'tool');
  if (tool === undefined) return { malformed: `${host} named no tool` };
  const input = recordIn(payload, 'args');
  if (input === undefined) return { malformed: `${host} sent no arguments for ${tool}` };
  const cwd = textIn(payload, 'directory');
  const { call, toInput } = translate(opencodeTools, {
    host,
    tool,
    input,
    ...(cwd === undefined ? {} : { cwd }),
  });
  const about = aboutOf(payload);
  const mine: ToolCall = { ...call, ...about };
  const readings = mcpOf(payload, tool);
  // Our plugin tells where OpenCode was started; a model names another directory in its arguments.
  const from = cwd === undefined ? {} : { root: cwd, from: cwd };
  if (!opencodeTools.has(tool)) return { calls: asEach(mine, readings), toInput, ...from };
  // A server may be named so that its tool takes the place of a built-in one: then it must be permitted as both.
  const impostors = readings.map((mcp): ToolCall => ({ ...about, tool: `${host}:${tool}`, input, mcp }));
  return { calls: [mine, ...impostors], toInput, ...from };
}

function aboutOf(payload: Payload): Pick<ToolCall, 'host' | 'session' | 'agent'> {
  const session = textIn(payload, 'sessionID');
  const name = textIn(payload, 'agent');
  return {
    host,
    ...(session === undefined ? {} : { session }),
    ...(name === undefined ? {} : { agent: { name, parents: ['main'] } }),
  };
}

/**
 * Joined by `_`, each part with other characters made into `_`. By the servers of the configuration where one fits;
 * by every cut where none does, for servers can also be added while it runs.
 */
function mcpOf(payload: Payload, tool: string): readonly McpTool[] {
  const listed: unknown = payload['servers'];
  const servers = Array.isArray(listed) ? listed.filter((name) => typeof name === 'string') : [];
  const known = servers.flatMap((server): readonly McpTool[] => {
    const start = `${server.replaceAll(/[^a-zA-Z0-9_-]/g, '_')}_`;
    return tool.startsWith(start) && tool.length > start.length
      ? [{ server, tool: tool.slice(start.length) }]
      : [];
  });
  if (known.length > 0 || opencodeTools.has(tool)) return known;
  return readingsOf(tool, '_');
}

function opencodeToReply({ verdict, reason, input }: HostOutcome): Reply {
  const answer: HookAnswer =
    verdict === 'allow'
      ? { verdict, ...(input === undefined ? {} : { args: input }) }
      : { verdict: 'deny', reason };
  return jsonReply(answer);
}
