import { spawn } from 'node:child_process';
import { isRecord } from '@permesso/engine/call';
import { answered, steering } from '../../launch/launcher.ts';
import { toldFailure } from '../../intercept/refusal-texts.ts';
import type { HookAnswer, HookRequest } from './hook.ts';
import { followSessions } from './sessions.ts';

export interface GuardOptions {
  /** Nothing where no hook or no node was found: then no call runs. */
  readonly program: HookProgram | { readonly missing: string };
  /** Where the project stands. */
  readonly directory: string;
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
      if ('missing' in program) throw new Error(`Permesso denied this call: ${program.missing}`);
      const { args } = output;
      if (!isRecord(args)) throw new Error(`Permesso denied this call: ${tool} was called without arguments`);
      const { root, agent } = sessions.find(sessionID);
      const servers = serversIn(config);
      const shell = shellIn(config);
      const said = await answerTo(program, {
        tool,
        sessionID: root,
        callID,
        args,
        directory,
        ...(servers === undefined ? {} : { servers }),
        ...(shell === undefined ? {} : { shell }),
        ...(agent === undefined ? {} : { agent }),
      });
      if (said.verdict !== 'allow') throw new Error(said.reason);
      if (said.args !== undefined) replaceIn(args, said.args);
      // A plugin of the project that comes after ours would change what was just allowed.
      freezeAll(args);
    },
  };
}

async function answerTo(program: HookProgram, question: HookRequest): Promise<HookAnswer> {
  try {
    return await askHook(program, question);
  } catch (error) {
    return {
      verdict: 'deny',
      reason: `Permesso could not decide, so the call is denied: ${toldFailure(error)}`,
    };
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

/** A project's configuration may name another shell than the person's. */
function shellIn(config: unknown): string | undefined {
  if (!isRecord(config)) return undefined;
  const shell = config['shell'] ?? process.env['SHELL'];
  return typeof shell === 'string' ? shell : undefined;
}

export interface HookProgram {
  readonly node: string;
  readonly hook: string;
  /** Seconds after which the hook itself answers. */
  readonly deadline: number;
}

const mostBytes = 32 * 1024 * 1024;

/** One question to one hook process. Rejects unless the hook itself has answered, in words that we know. */
async function askHook({ node, hook, deadline }: HookProgram, question: HookRequest): Promise<HookAnswer> {
  const text = JSON.stringify(question);
  const child = spawn(node, [hook, 'opencode', '--deadline', String(deadline), '--launched', 'yes'], {
    cwd: question.directory,
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !steering.includes(name))),
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: (deadline + 2) * 1000,
    killSignal: 'SIGKILL',
  });
  const { promise, resolve, reject } = Promise.withResolvers<number | null>();
  const chunks: Buffer[] = [];
  let size = 0;
  child.on('error', reject);
  child.on('close', resolve);
  child.stdout.on('data', (data: Buffer) => {
    size += data.length;
    if (size <= mostBytes) chunks.push(data);
    else child.kill('SIGKILL');
  });
  // A hook that ends before it has read everything breaks the pipe; its exit code says the rest.
  child.stdin.on('error', () => undefined);
  child.stdin.end(text);
  const code = await promise;
  if (code !== answered) throw new Error(`the hook ended with ${code ?? 'a signal'} instead of an answer`);
  return readAnswer(JSON.parse(Buffer.concat(chunks).toString('utf8')));
}

function readAnswer(value: unknown): HookAnswer {
  const said =
    typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  if (said['verdict'] === 'deny') return { verdict: 'deny', reason: String(said['reason']) };
  if (said['verdict'] !== 'allow') throw new Error('the hook gave no verdict');
  const { args } = said;
  if (args === undefined) return { verdict: 'allow' };
  if (typeof args !== 'object' || args === null || Array.isArray(args))
    throw new Error('the hook changed the arguments into something else');
  return { verdict: 'allow', args: args as Readonly<Record<string, unknown>> };
}
