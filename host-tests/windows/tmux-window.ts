import { execFileSync, type StdioOptions } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

/** A terminal in which a real program draws, with a keyboard. */
export interface Window {
  /** What stands on the screen now. */
  readonly screen: () => string;
  /** Everything since the last `clear`, with the codes of its colours. */
  readonly drawn: () => string;
  /** Forgets what has left the screen at the top. */
  readonly clear: () => void;
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
  /** With a client attached, as a person has it who works in tmux: then tmux draws popups. */
  readonly attached?: boolean;
}

type Tmux = (...words: readonly string[]) => string;

/** A tmux server of its own, so that nothing of the person's is touched. */
function newServer(home: string): { readonly name: string; readonly tmux: Tmux } {
  const name = `permesso-${randomBytes(4).toString('hex')}`;
  const env = { PATH: '/usr/bin:/bin', HOME: home, LANG: 'C.UTF-8', TERM: 'xterm-256color' };
  const stdio: StdioOptions = ['ignore', 'pipe', 'pipe'];
  return {
    name,
    tmux: (...words) => execFileSync('tmux', ['-L', name, ...words], { encoding: 'utf8', stdio, env }),
  };
}

/** `env -i` takes away how tmux is found; a program that a person starts in tmux knows it. */
const inTmux = 'exec env -i "$@"';
const knowingTmux = 'exec env -i TMUX="$TMUX" TMUX_PANE="$TMUX_PANE" "$@"';

export function openWindow(options: WindowOptions): Window {
  const { file, args, cwd, env, columns = 110, rows = 45, attached = false } = options;
  const home = env['HOME'] ?? cwd;
  const inner = newServer(home);
  const variables = Object.entries({ ...env, TERM: 'tmux-256color' }).map(
    ([name, value]) => `${name}=${value}`,
  );
  const size = ['-x', String(columns), '-y', String(rows)];
  const shell = ['sh', '-c', attached ? knowingTmux : inTmux, 'sh'];
  inner.tmux(
    '-f',
    '/dev/null',
    'new-session',
    '-d',
    ...size,
    '-c',
    cwd,
    ...shell,
    ...variables,
    file,
    ...args,
  );
  const outer = attached ? newServer(home) : undefined;
  outer?.tmux(
    '-f',
    '/dev/null',
    'new-session',
    '-d',
    ...size,
    'env',
    '-u',
    'TMUX',
    'tmux',
    '-L',
    inner.name,
    'attach',
  );
  const { tmux } = outer ?? inner;
  const screen = (): string => {
    try {
      return tmux('capture-pane', '-p');
    } catch (error) {
      return `(the program has ended: ${String(error).slice(0, 200)})`;
    }
  };
  return {
    screen,
    drawn: () => tmux('capture-pane', '-p', '-e', '-S', '-'),
    clear: () => void tmux('clear-history'),
    press: (...keys) => {
      for (const key of keys) tmux('send-keys', key);
    },
    type: (text) => void tmux('send-keys', '-l', text),
    until: async (pattern, seconds = 120) => {
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
      for (const server of [outer, inner]) {
        try {
          server?.tmux('kill-server');
        } catch (error) {
          if (!String(error).includes('no server')) throw error;
        }
      }
    },
  };
}
