import { isAbsolute, join } from 'node:path';
import { isRecord } from '@permesso/engine/call';
import { type FoundProgram, refusalOf } from '../../intercept/ask-hook.ts';
import { startPlugin } from '../../intercept/start-plugin.ts';

/** The part of OpenClaw's plug-in API that we use, as a structural type: its package is not a dependency. */
interface OpenClawPlugins {
  readonly registrationMode?: string;
  readonly config: unknown;
  /** From our plug-in's entry. */
  readonly pluginConfig?: { readonly plugin?: string };
  readonly runtime: {
    readonly config?: { readonly current?: () => unknown };
    readonly agent: { readonly resolveAgentWorkspaceDir: (config: unknown, agent: string) => string };
  };
  readonly on: (
    event: 'before_tool_call',
    handler: (event: OpenClawCall, context: OpenClawContext) => Promise<OpenClawWord>,
    options: { readonly priority: number; readonly timeoutMs: number },
  ) => void;
}

interface OpenClawCall {
  readonly toolName: string;
  readonly params: unknown;
  readonly toolCallId?: string;
}

interface OpenClawContext {
  readonly agentId?: string;
  readonly sessionId?: string;
  readonly sessionKey?: string;
}

type OpenClawWord =
  | { readonly block: true; readonly blockReason: string }
  | { readonly params: Readonly<Record<string, unknown>> };

/** Runs last, and with the arguments that were judged: changes by other plug-ins are discarded. */
const options = { priority: Number.MIN_SAFE_INTEGER, timeoutMs: 600_000 };

/** The plug-in that OpenClaw loads. A handler that throws or times out blocks the call. */
// oxlint-disable-next-line no-default-export -- OpenClaw takes the default export
export default {
  id: 'permesso',
  name: 'Permesso',
  description: 'Asks Permesso before every tool.',
  register: (api: OpenClawPlugins): void => {
    // OpenClaw runs a copy of this file, with nothing of ours beside it.
    const file = api.pluginConfig?.plugin ?? import.meta.filename;
    let found: FoundProgram | undefined;
    const started = (): FoundProgram =>
      (found ??= startPlugin({ host: 'openclaw', file, directory: process.cwd() }));
    // It also loads plug-ins to list what they offer: the marker is written only by a real load.
    if (api.registrationMode === 'full') started();
    api.on(
      'before_tool_call',
      async ({ toolName, params, toolCallId }, { agentId = 'main', sessionId, sessionKey }) => {
        const config = api.runtime.config?.current?.() ?? api.config;
        const directory = api.runtime.agent.resolveAgentWorkspaceDir(config, agentId);
        const args = placed(toolName, params, directory);
        const blockReason = await refusalOf(started(), {
          plugin: 'openclaw',
          tool: toolName,
          sessionID: sessionId ?? sessionKey ?? agentId,
          callID: toolCallId ?? '',
          args,
          directory,
          ...(/:subagent:/u.test(sessionKey ?? '') ? { agent: 'subagent' } : {}),
        });
        return blockReason === undefined ? { params: args } : { block: true, blockReason };
      },
      options,
    );
  },
};

/**
 * A session may work outside its agent's workspace without saying so: the call is pinned to the directory that was
 * judged.
 */
function placed(tool: string, params: unknown, directory: string): Readonly<Record<string, unknown>> {
  const args: Readonly<Record<string, unknown>> = isRecord(params) ? structuredClone(params) : {};
  const { workdir, path } = args;
  if (tool === 'exec')
    return { ...args, workdir: typeof workdir === 'string' ? inWorkspace(directory, workdir) : directory };
  return typeof path === 'string' ? { ...args, path: inWorkspace(directory, path) } : args;
}

function inWorkspace(directory: string, path: string): string {
  return isAbsolute(path) || path.startsWith('~') ? path : join(directory, path);
}
