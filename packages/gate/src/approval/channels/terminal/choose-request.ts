import { definedFields } from '@permesso/engine/call';
import type { Approval } from '@permesso/protocol/approval';
import { paintRows } from './ask-on-screen.ts';
import { readKeys, type Key } from './keys.ts';
import type { Terminal } from './terminal.ts';
import { drawWatch, moveChoice, withWaiting, type WatchState } from './watch-view.ts';

export interface Choosing {
  /** The requests that are pending now. */
  readonly waiting: () => readonly Approval[];
  readonly notice?: string;
  readonly colour: boolean;
}

const every = 400;

/** A live list of pending requests, until one is chosen. Undefined if the person leaves or the window is closed. */
export async function chooseRequest(
  terminal: Terminal,
  { waiting, notice, colour }: Choosing,
): Promise<Approval | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Approval | undefined>();
  const known = new Set<string>();
  let state: WatchState = withWaiting({ waiting: [], ...definedFields({ notice }) }, waiting());
  for (const { id } of state.waiting) known.add(id);

  function draw(): void {
    const rows = drawWatch(state, terminal.size(), Date.now());
    terminal.write(`\x1b[?25l\x1b[H${paintRows(rows, colour)}\x1b[J`);
  }

  function refresh(): void {
    try {
      state = withWaiting(state, waiting());
    } catch (error) {
      reject(error);
      return;
    }
    const fresh = state.waiting.filter(({ id }) => !known.has(id));
    for (const { id } of fresh) known.add(id);
    // Rings the bell for a person who is looking elsewhere.
    if (fresh.length > 0) terminal.write('\x07');
    draw();
  }

  function press(key: Key): void {
    if (key.key === 'interrupt' || (key.key === 'text' && key.text.toLowerCase() === 'q')) resolve(undefined);
    else if (key.key === 'enter') {
      const chosen = state.waiting.find(({ id }) => id === state.chosen);
      if (chosen !== undefined) resolve(chosen);
    } else if (key.key === 'up') state = moveChoice(state, -1);
    else if (key.key === 'down') state = moveChoice(state, 1);
    draw();
  }

  terminal.keysAtOnce(true);
  terminal.write('\x1b[?1049h\x1b[?7l\x1b[?2004h');
  terminal.listen({
    input: (text) => {
      for (const key of readKeys(text)) press(key);
    },
    resize: draw,
    gone: () => resolve(undefined),
  });
  const timer = setInterval(refresh, every);
  draw();
  try {
    return await promise;
  } finally {
    clearInterval(timer);
    terminal.write('\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l');
  }
}
