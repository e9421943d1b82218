import { userInfo } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { definedFields } from '@permesso/engine/call';
import { type Approver, CannotAsk, describeState } from '@permesso/protocol/approval';
import {
  announcePresence,
  type Announcement,
  chooseRequest,
  terminalApprover,
  terminalStyle,
  openTerminal,
  approvalsIn,
  giveAnswer,
  type WaitingApproval,
} from '@permesso/gate/approval';
import { requestTitle } from '@permesso/protocol/text';
import { findPlaces } from '@permesso/gate/disk';
import { UsageError, type Output } from '../command.ts';

/** Keeps running and answers agents' requests: in a live list, or one by one in plain text. */
export async function watchPending(out: Output, announcement: Announcement): Promise<number> {
  const { state } = findPlaces();
  const style = terminalStyle(process.env);
  const approver = terminalApprover({ canLeave: true });
  // Checked before any hook waits for us: without a terminal nobody here can answer.
  tryTerminal();
  const leave = announcePresence(state, announcement);
  try {
    const watching: Watching = { waiting: () => openIn(state), approver, colour: style.colour };
    await (style.accessible ? answerInTurn(watching, out) : answerFromList(watching));
    return 0;
  } finally {
    leave();
  }
}

interface Watching {
  readonly waiting: () => readonly WaitingApproval[];
  readonly approver: Approver;
  readonly colour: boolean;
}

function tryTerminal(): void {
  try {
    openTerminal().close();
  } catch (error) {
    if (error instanceof CannotAsk) throw new UsageError(`watching needs a terminal: ${error.message}`);
    throw error;
  }
}

function openIn(state: string): readonly WaitingApproval[] {
  return approvalsIn(state, Date.now()).filter(({ approval }) => approval.state === 'pending');
}

async function answerFromList({ waiting, approver, colour }: Watching): Promise<void> {
  let notice: string | undefined;
  for (;;) {
    const terminal = openTerminal();
    let chosen: string | undefined;
    try {
      const choosing = { waiting: () => waiting().map(({ approval }) => approval), colour };
      chosen = (await chooseRequest(terminal, { ...choosing, ...definedFields({ notice }) }))?.id;
    } finally {
      terminal.close();
    }
    if (chosen === undefined) return;
    const found = waiting().find(({ approval }) => approval.id === chosen);
    notice = found === undefined ? 'It was settled elsewhere.' : await answerOne(found, approver);
  }
}

/** Numbered plain text, one request at a time; a skipped request is not shown again. */
async function answerInTurn({ waiting, approver }: Watching, out: Output): Promise<void> {
  const seen = new Set<string>();
  out.print('Waiting for questions. Ctrl-C leaves.');
  for (;;) {
    const next = waiting().find(({ approval }) => !seen.has(approval.id));
    if (next === undefined) {
      await wait(400);
      continue;
    }
    seen.add(next.approval.id);
    out.print(await answerOne(next, approver));
  }
}

/** Returns the outcome as text. The request is removed from the screen if it is answered elsewhere first. */
async function answerOne(found: WaitingApproval, approver: Approver): Promise<string> {
  const { approval, store } = found;
  const settled = new AbortController();
  const timer = setInterval(() => {
    const now = store.get(approval.id);
    if (now?.state !== 'pending' || (now.expiresAt ?? Infinity) <= Date.now()) settled.abort();
  }, 200);
  try {
    const answer = await approver(approval.request, { signal: settled.signal });
    if (!settled.signal.aborted) {
      const why = giveAnswer(found, { ...answer, by: userInfo().username });
      if (why !== undefined) return `The answer was not accepted: ${why}.`;
    }
    const now = store.get(approval.id);
    return now === undefined ? 'It is gone.' : `${requestTitle(approval.request)}: ${describeState(now)}.`;
  } catch (error) {
    if (error instanceof CannotAsk) return `Still open: ${error.message}.`;
    throw error;
  } finally {
    clearInterval(timer);
  }
}
