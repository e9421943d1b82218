import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { definedFields, fill } from '@permesso/engine/call';
import { type Answer, type Approver, CannotAsk, unanswered, withdrawn } from '@permesso/protocol/approval';
import { withTerminalLock } from '@permesso/gate/approval';
import { unansweredTexts } from '@permesso/gate/messages';
import { approvalForm, type ApprovalForm } from '../bridge/form.ts';
import { isStillStartedBy, processFacts, type StartedBy } from '@permesso/gate/payloads';
import { readChoice, readComment, type Reading } from '../bridge/read-result.ts';
import { quote, steering } from '../launch/launcher.ts';
import { popupsDirectory, writePopup, type PopupAnswer } from './popup-files.ts';
import { paneOf, type TmuxPane } from './tmux-pane.ts';

export interface PopupOptions {
  /** The program that started this hook. */
  readonly by: StartedBy;
  readonly state: string;
  /** The program's display name. */
  readonly title: string;
  /** What closing the popup means: the call is denied, or another channel asks. */
  readonly dismissed: 'deny' | 'cannot ask';
}

/** The source of answers given in a tmux popup. */
const popup = 'popup';

/** Asks in a tmux popup over the agent program. Throws `CannotAsk` if nobody can be asked there. */
export function popupApprover(options: PopupOptions): Approver {
  const { by, state, title } = options;
  return async (request, { signal }) => {
    const pane = paneOf(by.host);
    if ('missing' in pane) throw new CannotAsk(pane.missing);
    const left = new AbortController();
    // The program dropped this call, or exited.
    const watch = setInterval(() => {
      if (!isStillStartedBy(by)) left.abort();
    }, 1000);
    const until = AbortSignal.any([signal, left.signal]);
    // One popup at a time: tmux ignores a second one silently.
    const turn = join(popupsDirectory(state), `turn-${pane.pane.slice(1)}`);
    const leave = await withTerminalLock(turn, until);
    try {
      if (until.aborted) return withdrawn;
      const size = sizeIn(pane);
      const place = { title, columns: size.columns - 4, lines: size.rows - around };
      return popupVerdict(
        await askInPopup(approvalForm(request, place), { pane, size, state, until }),
        options,
      );
    } finally {
      leave();
      clearInterval(watch);
    }
  };
}

interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** Rows of the popup besides the message: its border, the choices, the keys. */
const around = 12;

function sizeIn({ columns, rows }: TmuxPane): Size {
  return {
    columns: Math.max(44, Math.min(100, columns - 4)),
    rows: Math.max(around + 4, Math.min(30, rows - 2)),
  };
}

interface Showing {
  readonly pane: TmuxPane;
  readonly size: Size;
  readonly state: string;
  readonly until: AbortSignal;
}

type Said = Exclude<Reading, { readonly comments: true }>;

async function askInPopup({ form, choices }: ApprovalForm, showing: Showing): Promise<Said> {
  const { state, until } = showing;
  const own = processFacts(process.pid);
  if (own === undefined) throw new CannotAsk('this system has no /proc');
  const { pid, started } = own;
  const offered = choices.map(({ value, title, comments }) => ({
    value,
    title,
    ...definedFields({ comments }),
  }));
  const files = writePopup(state, { message: form.message, choices: offered, hook: { pid, started } });
  const remove = (): void => files.remove();
  until.addEventListener('abort', remove, { once: true });
  try {
    await showUntilGone(files.request, showing);
    const said = files.answer();
    if (said === undefined) throw new CannotAsk('the popup ended without an answer');
    return readPopupAnswer(said, choices);
  } finally {
    until.removeEventListener('abort', remove);
    remove();
  }
}

/** By the rules for forms: only an offered answer counts, and only after a person could have read it. */
function readPopupAnswer({ value, comment, after }: PopupAnswer, choices: ApprovalForm['choices']): Said {
  if (value === undefined) return { dismissed: true };
  const accepted = (content: object): object => ({ action: 'accept', content });
  const said = readChoice({ result: accepted({ answer: value }), after }, choices);
  if (!('comments' in said)) return said;
  return { answer: readComment({ result: accepted({ comment: comment ?? '' }), after }) };
}

async function showUntilGone(file: string, { pane, size }: Showing): Promise<void> {
  const command = [process.execPath, process.argv[1] ?? '', 'popup', '--file', file].map(quote).join(' ');
  const words = [
    '-S',
    pane.socket,
    'display-popup',
    '-t',
    pane.pane,
    '-E',
    '-T',
    ' Permesso ',
    '-w',
    String(size.columns),
    '-h',
    String(size.rows),
    `unset ${steering.join(' ')}; exec ${command}`,
  ];
  const child = spawn(pane.program, words, { stdio: 'ignore' });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  child.on('error', (error) => reject(new CannotAsk(`tmux cannot be started: ${error.message}`)));
  child.on('close', () => resolve());
  await promise;
}

function popupVerdict(said: Said, { dismissed, title }: PopupOptions): Answer {
  if ('answer' in said) return { ...said.answer, from: popup };
  if ('nobody' in said) throw new CannotAsk(said.nobody);
  if ('tooFast' in said) throw new CannotAsk('the popup was answered faster than a person can read it');
  if (dismissed === 'cannot ask') throw new CannotAsk('the popup was closed without an answer');
  return unanswered(fill(unansweredTexts.formClosed, { program: title }));
}
