import { spawn } from 'node:child_process';
import { answered, steering } from '../launcher.ts';
import type { Answer, Question } from './question.ts';

export interface HookProgram {
  readonly node: string;
  readonly hook: string;
  /** Seconds after which the hook itself answers. */
  readonly deadline: number;
}

const mostBytes = 32 * 1024 * 1024;

/** One question to one hook process. Rejects unless the hook itself has answered, in words that we know. */
export async function askHook({ node, hook, deadline }: HookProgram, question: Question): Promise<Answer> {
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

function readAnswer(value: unknown): Answer {
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
