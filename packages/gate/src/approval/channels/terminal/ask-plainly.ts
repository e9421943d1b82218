import { fill } from '@permesso/engine/call';
import { unansweredTexts } from '../../../messages/denials.ts';
import { type Answer, timedOut, unanswered, withdrawn, withdrawnText } from '@permesso/protocol/approval';
import { leftOpen, type ScreenOptions } from './ask-on-screen.ts';
import { plainPrompt, type PlainStep } from './plain-prompt.ts';
import { firstMoment } from './prompt-state.ts';
import type { Terminal } from './terminal.ts';

/** Plain text in, lines out. What was typed before the prompt could accept input is discarded. */
export async function askPlainly(
  terminal: Terminal,
  { context, signal, until }: ScreenOptions,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  let step: PlainStep = plainPrompt(context);
  let ready = false;
  let typed = '';
  const say = (text: string): void => terminal.write(`${text.replaceAll('\n', '\r\n')}\r\n`);

  function takeLine(line: string): void {
    step = step.next(line, Date.now());
    say(step.say);
    if (step.answer !== undefined) resolve(step.answer);
    else if (step.left === true) reject(leftOpen);
    else terminal.write('> ');
  }

  terminal.listen({
    input: (text) => {
      if (!ready) return;
      typed += text;
      const lines = typed.split(/\r?\n/);
      typed = lines.pop() ?? '';
      for (const line of lines) if (step.answer === undefined && step.left === undefined) takeLine(line);
    },
    resize: () => undefined,
    gone: (why) =>
      context.canLeave
        ? reject(leftOpen)
        : resolve(unanswered(fill(unansweredTexts.terminalGone, { why }), 'unavailable')),
  });
  const onAbort = (): void => {
    say(withdrawnText);
    resolve(withdrawn);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  // The terminal releases half a typed line only in key-by-key mode.
  terminal.keysAtOnce(true);
  say(step.say);
  const opening = setTimeout(() => {
    terminal.keysAtOnce(false);
    ready = true;
    terminal.write('> ');
  }, firstMoment);
  const ending =
    until === undefined ? undefined : setTimeout(() => resolve(timedOut), Math.max(0, until - Date.now()));
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', onAbort);
    clearTimeout(opening);
    clearTimeout(ending);
  }
}
