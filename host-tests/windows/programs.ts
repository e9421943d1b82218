import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fakeModelEnvironment } from '../hosts/claude-code/claude-code.ts';
import { claudeCode } from '../hosts/claude-code/claude-code.ts';
import { codex } from '../hosts/codex/codex.ts';
import { copilotCli } from '../hosts/copilot-cli/copilot-cli.ts';
import { opencode } from '../hosts/opencode/opencode.ts';
import { geminiWindow, qwenWindow } from './popup-programs.ts';
import { commentForm, form, readingTime, type WindowProgram } from './window-program.ts';
import type { Window } from './tmux-window.ts';

/** The row that is chosen now, and the one with this text, counted from the first choice. */
function rowOf(screen: string, line: string): number {
  const rows = screen.split('\n');
  const first = rows.findIndex((row) => /Yes, this once|^\W*(?:\d\. )?No$/.test(row.trim()));
  return rows.findIndex((row) => row.includes(line)) - first;
}

const codexWindow: WindowProgram = {
  host: codex,
  prepare: ({ machine }) => {
    const file = join(machine.home, '.codex/config.toml');
    const text = readFileSync(file, 'utf8').replace(
      'approval_policy = "never"',
      'approval_policy = "on-request"\nsandbox_mode = "danger-full-access"',
    );
    writeFileSync(file, `${text}\n[projects.${JSON.stringify(machine.project)}]\ntrust_level = "trusted"\n`);
  },
  start: ({ machine, installed }) => ({
    file: process.execPath,
    args: [join(installed, 'node_modules/@openai/codex/bin/codex.js'), 'do it'],
    env: { CODEX_HOME: join(machine.home, '.codex'), FAKE_KEY: 'dummy' },
  }),
  headless: ['exec', '--skip-git-repo-check', '-s', 'danger-full-access'],
  call: (command) => ({ tool: 'exec_command', input: { cmd: command } }),
  arrive: async (window) => {
    const screen = await window.until(/Use existing model|esc to interrupt|Worked for|Field 1/, 180);
    if (screen.includes('Use existing model')) window.press('2', 'Enter');
  },
  choose: async (window, line) => {
    const screen = await window.until(form);
    await wait(readingTime);
    window.press(String(rowOf(screen, line) + 1));
  },
  comment: async (window, text) => {
    await window.until(commentForm);
    await wait(readingTime);
    window.type(text);
    window.press('Enter');
  },
};

async function down(window: Window, rows: number): Promise<void> {
  for (let row = 0; row < rows; row++) {
    window.press('Down');
    await wait(150);
  }
}

/** The list of answers is folded at first. */
async function unfoldClaude(window: Window): Promise<void> {
  await window.until(form);
  await wait(readingTime);
  window.press('Right');
  await window.until(/▾/);
  await wait(300);
}

const claudeWindow: WindowProgram = {
  host: claudeCode,
  prepare: ({ machine }) => {
    machine.write('.claude/settings.json', JSON.stringify({ theme: 'dark' }));
    machine.write(
      '.claude/.claude.json',
      JSON.stringify({
        hasCompletedOnboarding: true,
        theme: 'dark',
        customApiKeyResponses: { approved: ['dummy'], rejected: [] },
        projects: {
          [machine.project]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true },
        },
      }),
    );
  },
  start: ({ machine, installed, url }) => ({
    file: join(installed, `node_modules/@anthropic-ai/claude-code-linux-${process.arch}/claude`),
    args: ['--model', 'claude-sonnet-4-5', 'do it'],
    env: {
      CLAUDE_CONFIG_DIR: join(machine.home, '.claude'),
      ...fakeModelEnvironment(url),
    },
  }),
  headless: ['-p'],
  call: (command) => ({ tool: 'Bash', input: { command, description: 'leaves a mark' } }),
  arrive: async (window) => {
    await window.until(/do it/, 180);
  },
  unfold: unfoldClaude,
  choose: async (window, line) => {
    await unfoldClaude(window);
    await down(window, Math.max(0, rowOf(window.screen(), line)));
    window.press('Enter');
    await wait(300);
    window.press('Enter');
  },
  comment: async (window, text) => {
    await window.until(commentForm);
    await wait(readingTime);
    window.type(text);
    window.press('Enter');
    await wait(300);
    window.press('Enter');
  },
  ownPrompt: /requires confirmation for this command[\s\S]*Do you want to proceed\?/,
};

const copilotWindow: WindowProgram = {
  host: copilotCli,
  prepare: ({ machine }) => {
    machine.write('.copilot/config.json', JSON.stringify({ trusted_folders: [machine.project] }));
  },
  start: ({ machine, installed, url }) => ({
    file: join(installed, `node_modules/@github/copilot-linux-${process.arch}/copilot`),
    args: ['--no-auto-update', '--disable-builtin-mcps', '--no-custom-instructions', '-i', 'do it'],
    env: { ...copilotCli.start({ machine, installed, url }).env, CI: '' },
  }),
  headless: ['--allow-all-tools', '-p'],
  call: (command) => ({ tool: 'bash', input: { command, description: 'leaves a mark' } }),
  arrive: async (window) => {
    await window.until(/do it/, 180);
  },
  choose: async (window, line) => {
    const screen = await window.until(form);
    await wait(readingTime);
    await down(window, rowOf(screen, line));
    window.press('Enter');
  },
  comment: async (window, text) => {
    await window.until(commentForm);
    await wait(readingTime);
    window.type(text);
    window.press('Enter');
  },
  ownPrompt: /Hook permission request[\s\S]*Do you want to allow this tool call\?/,
};

const openCodeWindow: WindowProgram = {
  host: opencode,
  prepare: () => undefined,
  start: (setting) => ({ ...opencode.start(setting), args: ['--prompt', 'do it'] }),
  headless: ['run'],
  call: (command) => ({ tool: 'bash', input: { command, description: 'leaves a mark' } }),
  arrive: async (window) => {
    await window.until(/do it/, 180);
  },
  choose: async (window, line) => {
    await window.until(form);
    await wait(readingTime);
    await down(window, rowOf(window.screen(), line));
    window.press('Enter');
  },
  comment: async (window, text) => {
    await window.until(commentForm);
    await wait(readingTime);
    window.type(text);
    await wait(300);
    window.press('Enter');
  },
};

/** In the order in which people meet them. */
export const windowPrograms: readonly WindowProgram[] = [
  claudeWindow,
  codexWindow,
  geminiWindow,
  openCodeWindow,
  copilotWindow,
  qwenWindow,
];
