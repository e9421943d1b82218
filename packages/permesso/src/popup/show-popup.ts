import { existsSync } from 'node:fs';
import { visible } from '@permesso/protocol/text';
import {
  readKeys,
  type Key,
  firstMoment,
  quietMoment,
  openTerminal,
  type Terminal,
  fieldWith,
  typeInto,
  type TextField,
} from '@permesso/gate/approval';
import { isSameProcess, processFacts } from '@permesso/gate/payloads';
import { readPopup, writePopupAnswer, type PopupAnswer, type PopupRequest } from './popup-files.ts';

/**
 * Runs in the popup: shows the request and records the number pressed. Enter chooses nothing, and keys count only
 * after a moment: the person may have been typing into the program below.
 */
export async function showPopup(file: string): Promise<number> {
  const request = readPopup(file);
  if (request === undefined) return 1;
  const terminal = openTerminal();
  try {
    const answer = await choose(terminal, request, file);
    if (answer !== undefined) writePopupAnswer(file, answer);
    return 0;
  } finally {
    terminal.close();
  }
}

interface Screen {
  readonly readyAt: number;
  /** The comment being written. */
  readonly field?: TextField;
}

async function choose(
  terminal: Terminal,
  request: PopupRequest,
  file: string,
): Promise<PopupAnswer | undefined> {
  const began = Date.now();
  const { promise, resolve } = Promise.withResolvers<PopupAnswer | undefined>();
  let screen: Screen = { readyAt: began + firstMoment };
  const draw = (): void => terminal.write(`\x1b[2J\x1b[H${drawn(request, screen).join('\r\n')}`);
  const press = (key: Key): void => {
    const now = Date.now();
    const after = now - began;
    if (now < screen.readyAt) {
      screen = { ...screen, readyAt: Math.max(screen.readyAt, now + quietMoment) };
      return;
    }
    if (key.key === 'escape' || key.key === 'interrupt') resolve({ after });
    else if (screen.field !== undefined) {
      if (key.key === 'enter') resolve({ value: 'comment', comment: screen.field.text, after });
      else screen = { ...screen, field: typeInto(screen.field, key) };
    } else {
      const choice = key.key === 'text' ? request.choices[Number(key.text) - 1] : undefined;
      if (choice?.comments === true) screen = { ...screen, field: fieldWith('') };
      else if (choice !== undefined) resolve({ value: choice.value, after });
    }
    draw();
  };
  terminal.keysAtOnce(true);
  terminal.write('\x1b[?25l\x1b[?2004h');
  terminal.listen({
    input: (text) => {
      for (const key of readKeys(text)) press(key);
    },
    resize: draw,
    gone: () => resolve(undefined),
  });
  // Withdrawn, or the hook has gone.
  const watch = setInterval(() => {
    if (!existsSync(file) || !isSameProcess(request.hook, processFacts(request.hook.pid))) resolve(undefined);
  }, 300);
  draw();
  try {
    return await promise;
  } finally {
    clearInterval(watch);
    terminal.write('\x1b[?2004l\x1b[?25h');
  }
}

function drawn({ message, choices }: PopupRequest, { field }: Screen): readonly string[] {
  const shown = message.split('\n').map((line) => ` ${visible(line)}`);
  return field === undefined
    ? [
        ...shown,
        '',
        ...choices.map(({ title }, at) => `  ${at + 1}  ${visible(title)}`),
        '',
        ' Press a number. Esc closes this without an answer.',
      ]
    : [...shown, '', ' What should the agent know? Enter sends it.', ` > ${visible(field.text)}`];
}
