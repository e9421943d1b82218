import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { geminiCli } from '../hosts/gemini-cli/gemini-cli.ts';
import { qwenCode } from '../hosts/qwen-code/qwen-code.ts';
import { commentForm, readingTime, type WindowProgram } from './window-program.ts';
import type { Window } from './tmux-window.ts';

/** In the popup a number is the answer. */
async function pressNumber(window: Window, line: string): Promise<void> {
  await window.until(popup);
  await wait(readingTime);
  const row = window
    .screen()
    .split('\n')
    .find((text) => text.includes(line) && /│\s+\d {2}/.test(text));
  const number = /│\s+(\d) {2}/.exec(row ?? '')?.[1];
  if (number === undefined) throw new Error(`no line with ${line}:\n${window.screen()}`);
  window.press(number);
}

async function writeComment(window: Window, text: string): Promise<void> {
  await window.until(commentForm);
  window.type(text);
  window.press('Enter');
}

const popup = /Press a number/;

export const geminiWindow: WindowProgram = {
  host: geminiCli,
  inTmux: true,
  prepare: () => undefined,
  start: ({ installed, machine, url }) => ({
    file: process.execPath,
    args: [
      join(installed, 'node_modules/@google/gemini-cli/bundle/gemini.js'),
      '--skip-trust',
      '-m',
      'gemini-2.5-flash',
      '--approval-mode',
      'yolo',
      '-i',
      'do it',
    ],
    env: geminiCli.start({ installed, machine, url }).env,
  }),
  headless: ['-p'],
  call: (command) => ({ tool: 'run_shell_command', input: { command, description: 'leaves a mark' } }),
  arrive: async (window) => {
    await window.until(/do it/, 180);
  },
  choose: pressNumber,
  comment: writeComment,
  ownPrompt: /Allow execution of/,
};

export const qwenWindow: WindowProgram = {
  host: qwenCode,
  inTmux: true,
  prepare: () => undefined,
  start: ({ installed, machine, url }) => {
    const alone = qwenCode.start({ installed, machine, url });
    const [program = ''] = alone.args;
    return { ...alone, args: [program, '--approval-mode', 'yolo', '-i', 'do it'] };
  },
  headless: ['-p'],
  call: (command) => ({
    tool: 'run_shell_command',
    input: { command, description: 'leaves a mark', is_background: false },
  }),
  arrive: async (window) => {
    await window.until(/do it/, 180);
  },
  choose: pressNumber,
  comment: writeComment,
  ownPrompt: /Do you want to proceed\?/,
};
