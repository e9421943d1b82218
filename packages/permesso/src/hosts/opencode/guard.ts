import { definedFields, isRecord } from '@permesso/engine/call';
import { type FoundProgram, refusalOf } from '../../intercept/ask-hook.ts';
import { type PluginStart, startPlugin } from '../../intercept/start-plugin.ts';
import { followSessions } from './sessions.ts';

export interface GuardOptions extends Omit<PluginStart, 'directory'> {
  readonly directory: string | undefined;
  /** What was found, where a test says it. */
  readonly program?: FoundProgram;
}

/** The hooks of OpenCode that we need, by their shape: its own package is not a dependency of ours. */
export interface OpenCodeHooks {
  readonly config: (config: unknown) => Promise<void>;
  readonly event: (input: { readonly event: unknown }) => Promise<void>;
  readonly 'chat.message': (input: {
    readonly sessionID?: unknown;
    readonly agent?: unknown;
  }) => Promise<void>;
  readonly 'tool.execute.before': (
    input: { readonly tool: string; readonly sessionID: string; readonly callID: string },
    output: { readonly args: unknown },
  ) => Promise<void>;
}

/** Throwing is how a call is stopped here, so whatever is not an approval is thrown. */
export function guardTools({ host, file, directory: told = '', ...known }: GuardOptions): OpenCodeHooks {
  const directory = told === '' ? process.cwd() : told;
  const program = known.program ?? startPlugin({ host, file, directory });
  const sessions = followSessions();
  let config: unknown;
  return {
    config: (given) => {
      // Kept, not copied: plugins that come later add servers to it.
      config = given;
      return Promise.resolve();
    },
    event: ({ event }) => {
      sessions.created(event);
      return Promise.resolve();
    },
    'chat.message': ({ sessionID, agent }) => {
      sessions.speaks(sessionID, agent);
      return Promise.resolve();
    },
    'tool.execute.before': async ({ tool, sessionID, callID }, output) => {
      const { root, agent } = sessions.find(sessionID);
      const servers = serversIn(config);
      const shell = shellIn(config);
      const refused = await refusalOf(program, {
        tool,
        sessionID: root,
        callID,
        args: output.args,
        directory,
        ...(host === 'opencode' ? {} : { plugin: host }),
        ...definedFields({ servers, shell, agent }),
      });
      if (refused !== undefined) throw new Error(refused);
    },
  };
}

function serversIn(config: unknown): readonly string[] | undefined {
  if (!isRecord(config)) return undefined;
  return isRecord(config['mcp']) ? Object.keys(config['mcp']) : [];
}

/** A project's configuration may name another shell than the person's. */
function shellIn(config: unknown): string | undefined {
  if (!isRecord(config)) return undefined;
  const shell = config['shell'] ?? process.env['SHELL'];
  return typeof shell === 'string' ? shell : undefined;
}
