import { definedFields, isRecord } from '@permesso/engine/call';
import { type FoundProgram, refusalOf } from '../../intercept/ask-hook.ts';
import { type PluginStart, startPlugin } from '../../intercept/start-plugin.ts';
import { followSessions } from './sessions.ts';

export interface GuardOptions extends Omit<PluginStart, 'directory'> {
  readonly directory: string | undefined;
  /** The program to use, for tests. */
  readonly program?: FoundProgram;
}

/** The OpenCode hooks that we need, as a structural type: its package is not a dependency. */
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

/** Throwing is how a call is stopped in OpenCode, so anything but an approval throws. */
export function guardTools({ host, file, directory: told = '', ...known }: GuardOptions): OpenCodeHooks {
  const directory = told === '' ? process.cwd() : told;
  const program = known.program ?? startPlugin({ host, file, directory });
  const sessions = followSessions();
  let config: unknown;
  return {
    config: (given) => {
      // Kept by reference: plugins that load later add servers to it.
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
