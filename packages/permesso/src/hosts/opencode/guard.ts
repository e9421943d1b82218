import { askHook, type HookProgram } from './ask-hook.ts';
import type { Answer, Question } from './question.ts';
import { followSessions } from './sessions.ts';
import { isRecord } from '../../call/is-record.ts';

export interface GuardOptions {
  /** Nothing where no hook or no node was found: then no call runs. */
  readonly program: HookProgram | { readonly missing: string };
  /** Where the project stands. */
  readonly directory: string;
}

/** The hooks of OpenCode that we need, by their shape: its own package is no dependency of ours. */
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

/** Throwing is how a call is stopped here, so whatever is not a yes is thrown. */
export function guardTools({ program, directory }: GuardOptions): OpenCodeHooks {
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
      if ('missing' in program) throw new Error(`Permesso says no, for ${program.missing}`);
      const { args } = output;
      if (!isRecord(args)) throw new Error(`Permesso says no: ${tool} was called without arguments`);
      const { root, agent } = sessions.find(sessionID);
      const servers = serversIn(config);
      const said = await answerTo(program, {
        tool,
        sessionID: root,
        callID,
        args,
        directory,
        ...(servers === undefined ? {} : { servers }),
        ...(agent === undefined ? {} : { agent }),
      });
      if (said.verdict !== 'allow') throw new Error(said.reason);
      if (said.args !== undefined) replaceIn(args, said.args);
      // A plugin of the project that comes after ours would change what was just allowed.
      freezeAll(args);
    },
  };
}

async function answerTo(program: HookProgram, question: Question): Promise<Answer> {
  try {
    return await askHook(program, question);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`Permesso could not decide, so it says no: ${why}`, { cause: error });
  }
}

/** In place: OpenCode runs the object it gave us, not another one. */
function replaceIn(args: Record<string, unknown>, by: Readonly<Record<string, unknown>>): void {
  for (const name of Object.keys(args)) if (!Object.hasOwn(by, name)) delete args[name];
  Object.assign(args, by);
}

function freezeAll(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const each of Object.values(value)) freezeAll(each);
}

function serversIn(config: unknown): readonly string[] | undefined {
  if (!isRecord(config)) return undefined;
  return isRecord(config['mcp']) ? Object.keys(config['mcp']) : [];
}
