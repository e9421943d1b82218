import { createInterface } from 'node:readline/promises';

/** Whether anybody can be asked here. */
export function isSomebodyHere(): boolean {
  return process.stdin.isTTY && process.stdout.isTTY;
}

/** Enter means yes: only for what was shown in full before. */
export async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^(?:y(?:es)?)?$/i.test((await terminal.question(`${question} [Y/n] `)).trim());
  } finally {
    terminal.close();
  }
}
