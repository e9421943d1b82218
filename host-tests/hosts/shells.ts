import { existsSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readLog } from '@permesso/gate/log';
import type { Case, StartedShell } from './case.ts';
import { everything } from './cases.ts';
import type { Machine } from './machine.ts';

/** Tells its process id, waits until somebody has looked at the process, and leaves the mark. */
const command =
  'echo $$ > pid.txt; for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do [ -e seen.txt ] || sleep 1; done; echo ran > marker.txt';

const values = ['/bin/zsh', '/bin/bash', '/bin/sh', undefined] as const;

/** Which shell the program starts, and with what line. The hook must have named it, or none. */
export const shellCases: readonly Case[] = values.map((value) => ({
  name: shellCaseName(value),
  about: `A shell command with ${value === undefined ? '`SHELL` unset' : `\`SHELL=${value}\``}: the table of shells says what was started.`,
  group: 'shell',
  command,
  policy: everything,
  ...(value === undefined ? {} : { env: { SHELL: value } }),
  meanwhile: lookAtShell,
  after: hookNamesShell,
  shell: startedShell,
  expected: 'runs',
}));

function shellCaseName(value: string | undefined): string {
  return value === undefined ? 'shell, unset' : `shell, ${basename(value)}`;
}

/** While the command waits: its process as the kernel knows it. */
async function lookAtShell({ project, home }: Machine, signal: AbortSignal): Promise<void> {
  const file = join(project, 'pid.txt');
  while (!signal.aborted) {
    const pid = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
    if (pid !== '') {
      const argv = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1);
      const program = basename(readlinkSync(`/proc/${pid}/exe`));
      writeFileSync(shellFile(home), JSON.stringify({ program, argv }));
      writeFileSync(join(project, 'seen.txt'), '');
      return;
    }
    await wait(50);
  }
}

function shellFile(home: string): string {
  return join(home, 'shell.json');
}

interface SeenShell {
  readonly program: string;
  readonly argv: readonly string[];
}

function seenShell({ home }: Machine): SeenShell {
  return JSON.parse(readFileSync(shellFile(home), 'utf8')) as SeenShell;
}

/** Throws where the call was read for another shell than the one that ran it. Unknown is never wrong. */
function hookNamesShell(machine: Machine): void {
  const { program } = seenShell(machine);
  const named = namedShell(machine);
  const isRight = named === undefined || named === program || (named === 'sh' && program !== 'zsh');
  if (!isRight) throw new Error(`the call was read for ${named} and ran in ${program}`);
}

function namedShell({ state }: Machine): string | undefined {
  const decided = [...readLog(join(state, 'log'))].find(({ type }) => type === 'decision');
  return decided?.type === 'decision' ? decided.call.shell : undefined;
}

function startedShell(machine: Machine): StartedShell {
  const { program, argv } = seenShell(machine);
  const line = argv
    .map((word) => (/^[\w./-]+$/.test(word) ? word : `"${word}"`))
    .join(' ')
    .replaceAll(command, 'COMMAND')
    .replaceAll(machine.home, '~')
    // Names that are new each time.
    .replaceAll(/(snapshot-\w+)-\w+-\w+/g, '$1')
    .replaceAll(/claude-[0-9a-f]{4}-cwd/g, 'claude-cwd')
    .replaceAll(/gemini-shell-\w+/g, 'gemini-shell');
  return { program, line, read: namedShell(machine) ?? 'unknown' };
}
