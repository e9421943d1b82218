import { fill } from '@permesso/engine/call';
import { unansweredTexts } from '../../../messages/denials.ts';
import { type Answer, CannotAsk, timedOut, unanswered, withdrawn } from '@permesso/protocol/approval';
import { readKeys, type Key } from './keys.ts';
import { pressKey } from './press-key.ts';
import type { PromptContext } from './prompt-context.ts';
import { openPrompt, passTime, type PromptState } from './prompt-state.ts';
import { drawPrompt, layOut, lookAt } from './prompt-view.ts';
import type { Style, TextRow } from '@permesso/protocol/text';
import type { Terminal } from './terminal.ts';

export interface ScreenOptions {
  readonly context: PromptContext;
  readonly signal: AbortSignal;
  readonly colour: boolean;
  /** When an unanswered request is denied, in milliseconds since the epoch. */
  readonly until?: number;
}

/** Shows the prompt on the alternate screen; the previous content comes back afterwards. */
export async function askOnScreen(terminal: Terminal, showing: ScreenOptions): Promise<Answer> {
  const { context, signal, colour, until } = showing;
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  let waking: NodeJS.Timeout | undefined;
  let ending: NodeJS.Timeout | undefined;
  let state: PromptState = openPrompt({ now: Date.now() });
  let unread = '';

  function draw(): void {
    clearTimeout(waking);
    const size = terminal.size();
    state = lookAt(state, context, size);
    const { rows, cursor } = drawPrompt(state, context, size);
    const place =
      cursor === undefined ? '\x1b[?25l' : `\x1b[${cursor.row + 1};${cursor.column + 1}H\x1b[?25h`;
    terminal.write(`\x1b[?25l\x1b[H${paintRows(rows, colour)}\x1b[J${place}`);
    if (!state.ready) waking = setTimeout(wake, Math.max(10, state.readyAt - Date.now()));
  }

  function wake(): void {
    state = passTime(state, Date.now());
    draw();
  }

  function press(key: Key): void {
    const { page, body } = layOut(state, context, terminal.size());
    state = pressKey(state, { key, now: Date.now(), page, rows: body.length }, context);
    if (state.outcome !== undefined) resolve(state.outcome);
    else if (state.left === true) reject(leftOpen);
    else draw();
  }

  terminal.keysAtOnce(true);
  // Alternate screen, no automatic line wrap, bracketed paste.
  terminal.write('\x1b[?1049h\x1b[?7l\x1b[?2004h');
  terminal.listen({
    input: (text) => {
      unread += text;
      // The end of a paste may arrive later; until then nothing in it counts as a key.
      if (isOpenPaste(unread)) return;
      const keys = readKeys(unread);
      unread = '';
      for (const key of keys) press(key);
    },
    resize: draw,
    gone: (why) =>
      context.canLeave
        ? reject(leftOpen)
        : resolve(unanswered(fill(unansweredTexts.terminalGone, { why }), 'unavailable')),
  });
  const onAbort = (): void => resolve(withdrawn);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  if (until !== undefined)
    ending = setTimeout(() => resolve(timedOut), Math.min(Math.max(0, until - Date.now()), 2 ** 31 - 1));
  draw();
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', onAbort);
    clearTimeout(waking);
    clearTimeout(ending);
    terminal.write('\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l');
  }
}

/** The person read the request and closed it without an answer: it stays pending. */
export const leftOpen: CannotAsk = new CannotAsk('it was left open');

function isOpenPaste(text: string): boolean {
  return text.lastIndexOf('\x1b[200~') > text.lastIndexOf('\x1b[201~');
}

const styles: { readonly [S in Style]: string } = { strong: '1', dim: '2', warning: '1;33' };

/** Overwrites each row of the previous screen. */
export function paintRows(rows: readonly TextRow[], colour: boolean): string {
  return rows.map((row) => `\x1b[2K${paint(row, colour)}`).join('\r\n');
}

/** The text is already escaped, so every escape sequence that reaches the terminal is ours. */
function paint({ text, style }: TextRow, colour: boolean): string {
  return colour && style !== undefined ? `\x1b[${styles[style]}m${text}\x1b[0m` : text;
}
