import { createInterface } from 'node:readline/promises';

/** Whether anybody can be asked here. */
export function isInteractive(): boolean {
  return process.stdin.isTTY && process.stdout.isTTY;
}

/** Enter means yes: only for something shown in full before. */
export async function confirm(question: string): Promise<boolean> {
  return /^(?:y(?:es)?)?$/i.test(await answerTo(`${question} [Y/n] `));
}

/** Enter means no: for something that reaches further than what was shown. */
export async function confirmNo(question: string): Promise<boolean> {
  return /^y(?:es)?$/i.test(await answerTo(`${question} [y/N] `));
}

async function answerTo(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await terminal.question(question)).trim();
  } finally {
    terminal.close();
  }
}
