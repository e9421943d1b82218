import { definedFields, fill } from '@permesso/engine/call';
import { unansweredTexts as texts } from '../../messages/denials.ts';
import { spawn } from 'node:child_process';
import {
  type Answer,
  type ApprovalRequest,
  type Approver,
  CannotAsk,
  timedOut,
  unanswered,
  withdrawn,
} from '@permesso/protocol/approval';
import { readAnswer } from '../read-answer.ts';

/** The program to ask, and how long it may take. */
export interface CommandApproverOptions {
  /** The program and its arguments, started without a shell. */
  readonly command: readonly [string, ...string[]];
  /** Milliseconds until the program is stopped and the call denied. */
  readonly deadline: number;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

const mostOutput = 256 * 1024;

/**
 * Asks a program: the request as one JSON line on its stdin, the answer as JSON on its stdout. A program that cannot
 * be started means that nobody can be asked; one that fails, prints an invalid answer or takes too long denies.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import { commandApprover } from '@permesso/gate/approvers';
 * const gate = createGate({ policy: {}, approver: commandApprover({ command: ['ask-the-office'], deadline: 60_000 }) });
 * ```
 */
export function commandApprover({ command, deadline, env }: CommandApproverOptions): Approver {
  return async (request, { signal }) => {
    const [program, ...args] = command;
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'], ...definedFields({ env }) });
    const stop = (answer: Answer): void => {
      child.kill('SIGKILL');
      resolve(answer);
    };
    const timer = setTimeout(() => stop(timedOut), deadline);
    const onAbort = (): void => stop(withdrawn);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk;
      if (said.length > mostOutput) stop(unanswered(texts.programTooLong));
    });
    // A program may answer without reading the whole request.
    child.stdin.on('error', () => undefined);
    child.stdin.end(`${JSON.stringify(request)}\n`);
    child.on('error', (error) => reject(new CannotAsk(`${program} cannot be started: ${error.message}`)));
    child.on('close', (code) =>
      resolve(code === 0 ? parseCommandAnswer(said, request) : failed(program, code)),
    );
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    }
  };
}

function failed(program: string, code: number | null): Answer {
  return unanswered(fill(texts.programEnded, { program, code: code ?? 'a signal' }));
}

/** If an answer names a request, it must be this one. */
function parseCommandAnswer(text: string, { digest }: ApprovalRequest): Answer {
  try {
    const said = JSON.parse(text) as { readonly digest?: unknown };
    if (said.digest !== undefined && said.digest !== digest) return unanswered(texts.programOther);
    return readAnswer(said);
  } catch {
    return unanswered(texts.programUnclear);
  }
}
