import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Asks } from './asks.ts';
import { compiled } from '../compiled.ts';
import { builtCommandLine } from '../built.ts';

/** Why the terminal cannot be driven here, if it cannot. */
export function tmuxProblem(): string | undefined {
  const { error, status } = spawnSync('tmux', ['-V']);
  return error === undefined && status === 0 ? undefined : 'tmux is not installed';
}

export interface Opened {
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** A command of the command line, instead of programs that ask. */
  readonly command?: string;
  /** Keys that are in the terminal before the program has started to read. */
  readonly typeAhead?: string;
}

/** A window with a program in it that asks. Its stdin is a pipe with JSON in it, its stdout a file. */
export interface Window {
  /** Where this window's programs keep their state. */
  readonly state: string;
  readonly screen: () => string;
  /** Waits until the screen says so. */
  readonly shows: (text: string | RegExp) => Promise<string>;
  readonly ready: () => Promise<string>;
  /** The screen when it no longer changes. */
  readonly settled: () => Promise<string>;
  readonly press: (...keys: readonly string[]) => void;
  readonly type: (text: string) => void;
  readonly resize: (columns: number, rows: number) => void;
  /** As when somebody closes it. */
  readonly closeWindow: () => void;
  /** As a closed window does, and the shell after it, and others: again and again until the program has ended. */
  readonly hangUpOften: () => void;
  readonly results: (program?: number) => Promise<readonly Result[]>;
  readonly hasAnswered: (program?: number) => boolean;
  readonly stdout: (program?: number) => string;
  readonly escapes: () => string;
}

export interface Result {
  readonly verdict: string;
  readonly answer?: { readonly scope?: string; readonly words?: string; readonly rules?: readonly string[] };
  readonly rules?: readonly string[];
  readonly guidance?: string;
  readonly changed?: { readonly input: unknown };
}

const patience = 20_000;

/** Opens a window for one program, or for several that share it, and closes it whatever happens. */
export async function inWindow(
  programs: readonly Omit<Asks, 'result'>[],
  opened: Opened,
  work: (window: Window) => Promise<void>,
): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'permesso-tmux-'));
  const socket = join(directory, 'tmux');
  const tmux = (...args: readonly string[]): string =>
    execFileSync('tmux', ['-u', '-S', socket, '-f', '/dev/null', ...args], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    });
  const file = (program: number, kind: string): string => join(directory, `${kind}-${program}`);
  for (const [at, program] of programs.entries()) {
    const asks: Asks = { ...program, result: file(at, 'result') };
    writeFileSync(file(at, 'asks'), JSON.stringify(asks));
  }
  const script = new URL('asks.ts', import.meta.url).pathname;
  const own =
    opened.command === undefined ? [] : [`'${process.execPath}' '${builtCommandLine}' ${opened.command}`];
  const asking = programs.map(
    (_program, at) =>
      `echo '{"hook":"json"}' | '${process.execPath}' '${script}' '${file(at, 'asks')}' >'${file(at, 'stdout')}' 2>'${file(at, 'stderr')}'`,
  );
  const commands = [...own, ...asking];
  const env = {
    ...compiled,
    NO_COLOR: '1',
    XDG_STATE_HOME: directory,
    TERM: 'screen-256color',
    ...opened.env,
  };
  const assignments = Object.entries(env).map(([name, value]) => `export ${name}='${value}'`);
  // A moment in which keys can be typed ahead; then all programs at once, in the foreground.
  const before = opened.typeAhead === undefined ? [] : ['sleep 0.5'];
  writeFileSync(join(directory, 'run'), [...assignments, ...before, commands.join(' & '), 'wait'].join('\n'));
  const size = ['-x', String(opened.columns ?? 80), '-y', String(opened.rows ?? 24)];
  tmux('new-session', '-d', ...size, `bash '${join(directory, 'run')}'`);
  if (opened.typeAhead !== undefined) tmux('send-keys', ...opened.typeAhead.split(' '));
  const screen = (): string => {
    try {
      return `${tmux('capture-pane', '-p').trimEnd()}\n`;
    } catch (error) {
      throw new Error(`the window is gone: ${errorsIn(file(0, 'stderr'))}`, { cause: error });
    }
  };
  const shows = async (text: string | RegExp): Promise<string> => {
    const giveUp = Date.now() + patience;
    for (;;) {
      const now = screen();
      if (typeof text === 'string' ? now.includes(text) : text.test(now)) return now;
      if (Date.now() > giveUp)
        throw new Error(`never showed ${String(text)}:\n${now}${errorsIn(file(0, 'stderr'))}`);
      await wait(40);
    }
  };
  try {
    await work({
      state: directory,
      screen,
      shows,
      ready: () => shows(/\? keys|^>/m),
      settled: async () => {
        for (let last = ''; ; await wait(250)) {
          const now = screen();
          if (now === last) return now;
          last = now;
        }
      },
      press: (...keys) => void tmux('send-keys', ...keys),
      type: (text) => void tmux('send-keys', '-l', text),
      resize: (columns, rows) => void tmux('resize-window', '-x', String(columns), '-y', String(rows)),
      closeWindow: () => void tmux('kill-session'),
      hangUpOften: () => {
        const pids = programs.map((_program, at) => readFileSync(`${file(at, 'asks')}.pid`, 'utf8'));
        execFileSync('bash', ['-c', `for i in {1..2000}; do kill -HUP ${pids.join(' ')} || break; done`], {
          stdio: 'ignore',
        });
      },
      results: async (program = 0) => {
        const giveUp = Date.now() + patience;
        while (!existsSync(file(program, 'result')) || readFileSync(file(program, 'result'), 'utf8') === '') {
          if (Date.now() > giveUp) throw new Error(`no answer${errorsIn(file(program, 'stderr'))}`);
          await wait(40);
        }
        return JSON.parse(readFileSync(file(program, 'result'), 'utf8')) as readonly Result[];
      },
      hasAnswered: (program = 0) => existsSync(file(program, 'result')),
      stdout: (program = 0) => readFileSync(file(program, 'stdout'), 'utf8'),
      escapes: () => tmux('capture-pane', '-p', '-e'),
    });
  } finally {
    spawnSync('tmux', ['-S', socket, 'kill-server']);
    rmSync(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

function errorsIn(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
