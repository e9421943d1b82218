import { fill } from '@permesso/engine/call';
import { unansweredTexts } from '@permesso/gate/messages';
import { constants, openSync } from 'node:fs';
import { type Answer, type Approver, CannotAsk, unanswered } from '@permesso/protocol/approval';
import { askBridge, type BridgeTarget } from './ask-bridge.ts';
import { race } from '@permesso/gate/approval';
import { approvalForm, commentForm, type ApprovalForm } from './form.ts';
import { isStillStartedBy, terminalOf, type StartedBy } from '@permesso/gate/payloads';
import { noBridge, sessionBridges } from './session-bridges.ts';
import { readChoice, readComment, type Reading } from './read-result.ts';

export interface BridgeApproverOptions {
  /** The program that started this hook. */
  readonly by: StartedBy;
  readonly state: string;
  /** The program's display name. */
  readonly title: string;
  /** Lines of a message that it shows, where that does not depend on the window's size. */
  readonly lines?: number;
  /** Maximum columns of a message. */
  readonly columns?: number;
  /** What dismissing a form means: the call is denied, or another channel asks. */
  readonly dismissed: 'deny' | 'cannot ask';
}

/** Asks in the window of the agent program itself. Throws `CannotAsk` where nobody can be asked there. */
export function bridgeApprover(options: BridgeApproverOptions): Approver {
  const { by, state, title } = options;
  return async (request, { signal }) => {
    const why = noBridge(options);
    if (why !== undefined) throw new CannotAsk(why);
    const left = new AbortController();
    // The program may drop this call, or exit, without telling us: the form must then close.
    const watch = setInterval(() => {
      if (!isStillStartedBy(by)) left.abort();
    }, 1000);
    const { rows, columns } = await windowOf(by);
    const form = approvalForm(request, {
      title,
      columns: Math.min(columns, options.columns ?? columns),
      lines: options.lines ?? Math.max(4, rows - around),
    });
    const until = AbortSignal.any([signal, left.signal]);
    // More than one where sessions share a directory, or an agent has sub-agents: the first answer counts.
    const targets = sessionBridges(by.host, state).map((bridge) => ({ bridge, host: by.host, state }));
    try {
      return await race(
        ...targets.map(
          (target): Approver =>
            async (_, { signal: over }) =>
              answerOf(await ask(form, target, over), options),
        ),
      )(request, { signal: until });
    } finally {
      clearInterval(watch);
    }
  };
}

type Said = Exclude<Reading, { readonly comments: true } | { readonly tooFast: true }>;

/** A key already in flight when the form appeared is not an answer: the form is shown once more. */
async function ask(
  { form, choices }: ApprovalForm,
  target: BridgeTarget,
  signal: AbortSignal,
): Promise<Said> {
  for (let turn = 0; turn < 2; turn++) {
    const said = readChoice(await askBridge({ form, signal }, target), choices);
    if ('comments' in said)
      return { answer: readComment(await askBridge({ form: commentForm(), signal }, target)) };
    if (!('tooFast' in said)) return said;
  }
  return { nobody: 'the form was answered faster than a person can read it' };
}

function answerOf(said: Said, { dismissed, title }: BridgeApproverOptions): Answer {
  if ('answer' in said) return said.answer;
  if ('nobody' in said) throw new CannotAsk(said.nobody);
  if (dismissed === 'cannot ask') throw new CannotAsk('the form was closed without an answer');
  return unanswered(fill(unansweredTexts.formClosed, { program: title }));
}

/** Rows that a program needs around the message: its heading, the choices, the keys. */
const around = 14;

/** The size of the program's window; a small default where it cannot be told. */
async function windowOf({ host }: StartedBy): Promise<{ readonly rows: number; readonly columns: number }> {
  const path = terminalOf(host.pid);
  const usual = { rows: 24, columns: 80 };
  if (path === undefined) return usual;
  const { WriteStream } = await import('node:tty');
  try {
    const flags = constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK;
    const screen = new WriteStream(openSync(path, flags));
    const [columns, rows] = screen.getWindowSize();
    screen.destroy();
    return columns > 0 && rows > 0 ? { rows, columns } : usual;
  } catch (error) {
    if (error instanceof Error) return usual;
    throw error;
  }
}
