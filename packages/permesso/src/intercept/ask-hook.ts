import { spawn } from 'node:child_process';
import { fill, isRecord } from '@permesso/engine/call';
import { deniedTexts } from '@permesso/gate/messages';
import { answered, steering } from '../launch/launcher.ts';
import type { HookAnswer, HookRequest } from './plugin-row.ts';
import { toldFailure } from './refusal-texts.ts';

/** Missing if no hook or no node was found: then no call runs. */
export type FoundProgram = HookProgram | { readonly missing: string };

/**
 * Asks the hook about a call that a plugin of ours holds: returns why it must not run, or undefined. The arguments of
 * an approved call are changed in place, as a person edited them, and frozen: another plugin could otherwise change
 * what was just allowed.
 */
export async function refusalOf(
  program: FoundProgram,
  question: Omit<HookRequest, 'args'> & { readonly args: unknown },
): Promise<string | undefined> {
  const { args, tool } = question;
  if ('missing' in program) return fill(deniedTexts.guarded, { why: program.missing });
  if (!isRecord(args)) return fill(deniedTexts.guarded, { why: `${tool} was called without arguments` });
  const said = await answerTo(program, { ...question, args });
  if (said.verdict !== 'allow') return said.reason;
  if (said.args !== undefined) replaceIn(args, said.args);
  freezeAll(args);
  return undefined;
}

async function answerTo(program: HookProgram, question: HookRequest): Promise<HookAnswer> {
  try {
    return await askHook(program, question);
  } catch (error) {
    return { verdict: 'deny', reason: fill(deniedTexts.undecided, { why: toldFailure(error) }) };
  }
}

/** In place: the program runs the object that it gave us, not a copy. */
function replaceIn(args: Record<string, unknown>, by: Readonly<Record<string, unknown>>): void {
  for (const name of Object.keys(args)) if (!Object.hasOwn(by, name)) delete args[name];
  Object.assign(args, by);
}

function freezeAll(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const each of Object.values(value)) freezeAll(each);
}

export interface HookProgram {
  readonly node: string;
  readonly hook: string;
  /** Seconds after which the hook itself answers. */
  readonly deadline: number;
}

const mostBytes = 32 * 1024 * 1024;

/** One request to one hook process. Rejects unless the hook itself has answered in the known format. */
async function askHook({ node, hook, deadline }: HookProgram, question: HookRequest): Promise<HookAnswer> {
  const text = JSON.stringify(question);
  const child = spawn(
    node,
    [hook, question.plugin ?? 'opencode', '--deadline', String(deadline), '--launched', 'yes'],
    {
      cwd: question.directory,
      env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !steering.includes(name))),
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: (deadline + 2) * 1000,
      killSignal: 'SIGKILL',
    },
  );
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
  // A hook that exits before it has read everything breaks the pipe; its exit code tells the rest.
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
