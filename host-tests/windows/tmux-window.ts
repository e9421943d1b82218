import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

/** A terminal in which a real program draws, with a keyboard. */
export interface Window {
  /** What stands on the screen now. */
  readonly screen: () => string;
  /** Names of tmux for keys, such as `Enter`, or single characters. */
  readonly press: (...keys: readonly string[]) => void;
  readonly type: (text: string) => void;
  /** The screen as soon as it matches; throws with the last screen when it does not in time. */
  readonly until: (pattern: RegExp, seconds?: number) => Promise<string>;
  readonly isOpen: () => boolean;
  readonly close: () => void;
}

export interface WindowOptions {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The program's whole environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly rows?: number;
}

/** On a tmux server of its own, so that nothing of the person's is touched. */
export function openWindow({ file, args, cwd, env, columns = 110, rows = 45 }: WindowOptions): Window {
  const server = `permesso-${randomBytes(4).toString('hex')}`;
  const tmux = (...words: readonly string[]): string =>
    execFileSync('tmux', ['-L', server, ...words], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: '/usr/bin:/bin', HOME: env['HOME'] ?? cwd, LANG: 'C.UTF-8', TERM: 'xterm-256color' },
    });
  const variables = Object.entries({ ...env, TERM: 'tmux-256color' }).map(
    ([name, value]) => `${name}=${value}`,
  );
  tmux(
    '-f',
    '/dev/null',
    'new-session',
    '-d',
    '-x',
    String(columns),
    '-y',
    String(rows),
    '-c',
    cwd,
    'env',
    '-i',
    ...variables,
    file,
    ...args,
  );
  const screen = (): string => {
    try {
      return tmux('capture-pane', '-p');
    } catch (error) {
      return `(the program has ended: ${String(error).slice(0, 200)})`;
    }
  };
  return {
    screen,
    press: (...keys) => {
      for (const key of keys) tmux('send-keys', key);
    },
    type: (text) => void tmux('send-keys', '-l', text),
    until: async (pattern, seconds = 60) => {
      const end = Date.now() + seconds * 1000;
      for (;;) {
        const now = screen();
        if (pattern.test(now)) return now;
        if (Date.now() > end) throw new Error(`${String(pattern)} did not appear in ${seconds} s:\n${now}`);
        await wait(100);
      }
    },
    isOpen: () => !screen().startsWith('(the program has ended'),
    close: () => {
      try {
        tmux('kill-server');
      } catch (error) {
        if (!String(error).includes('no server')) throw error;
      }
    },
  };
}
