import { CannotAsk } from '@permesso/protocol/approval';
import { openTerminal } from '@permesso/gate/approval';
import type { Output } from './command.ts';

/**
 * Asks on this process's controlling terminal, whatever its standard streams are connected to: a model that starts
 * the command can neither answer nor change what the person reads. Undefined without such a terminal.
 */
export async function askOnOwnTerminal(text: string): Promise<string | undefined> {
  let terminal: ReturnType<typeof openTerminal>;
  try {
    terminal = openTerminal();
  } catch (error) {
    if (error instanceof CannotAsk) return undefined;
    throw error;
  }
  try {
    return await new Promise<string | undefined>((resolve) => {
      let typed = '';
      terminal.listen({
        input: (more) => {
          typed += more;
          const end = typed.search(/[\r\n]/u);
          if (end !== -1) resolve(typed.slice(0, end).trim());
        },
        resize: () => undefined,
        gone: () => {
          resolve(undefined);
        },
      });
      terminal.keysAtOnce(false);
      terminal.write(text);
    });
  } finally {
    terminal.close();
  }
}

/**
 * Whether the person at this process's terminal approves. Without a terminal the question is printed, and nothing is
 * done.
 */
export async function confirmLoosening(question: string, out: Output): Promise<boolean> {
  const answer = await out.ask?.(`${question} [y/N] `);
  if (answer === undefined) {
    out.complain(`${question}\nNothing was changed: only a person can confirm this, in a terminal.`);
    return false;
  }
  return /^y(?:es)?$/iu.test(answer);
}
