import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { startEnvironment, terminalOf, type ProcessFacts } from '@permesso/gate/payloads';

/** The tmux pane of an agent program, with a person in front of it. */
export interface TmuxPane {
  /** tmux of this machine. */
  readonly program: string;
  readonly socket: string;
  readonly pane: string;
  readonly columns: number;
  readonly rows: number;
}

/** Not from PATH, which belongs to the agent. */
const programs = ['/usr/bin/tmux', '/usr/local/bin/tmux', '/opt/homebrew/bin/tmux', '/bin/tmux'];

/** Whether the program was started in tmux. Needs no process. */
export function isInTmux(host: ProcessFacts): boolean {
  return tmuxNames(host) !== undefined;
}

/** The pane, or why there is none that a person sees. */
export function paneOf(host: ProcessFacts): TmuxPane | { readonly missing: string } {
  const names = tmuxNames(host);
  const program = programs.find((path) => existsSync(path));
  if (names === undefined || program === undefined) return { missing: 'the program does not run in tmux' };
  const terminal = terminalOf(host.pid);
  if (terminal === undefined) return { missing: 'the session is not interactive' };
  const said = askTmux(program, names);
  if (said === undefined) return { missing: 'tmux does not answer' };
  const [tty = '', attached = '', columns = '', rows = ''] = said.split(' ');
  // The pane may show another program by now, and nobody may be there.
  if (tty !== terminal) return { missing: 'the program does not draw in its pane of tmux' };
  if (!(Number(attached) > 0)) return { missing: 'nobody is attached to the tmux session' };
  return { program, ...names, columns: Number(columns), rows: Number(rows) };
}

type Names = Pick<TmuxPane, 'socket' | 'pane'>;

/** From the environment that the program was started with: a project file may set variables for its children. */
function tmuxNames({ pid }: ProcessFacts): Names | undefined {
  const variables = startEnvironment(pid);
  const [socket = ''] = (variables.get('TMUX') ?? '').split(',');
  const pane = variables.get('TMUX_PANE') ?? '';
  return socket.startsWith('/') && /^%\d+$/.test(pane) ? { socket, pane } : undefined;
}

const asked = '#{pane_tty} #{session_attached} #{window_width} #{window_height}';

function askTmux(program: string, { socket, pane }: Names): string | undefined {
  try {
    const words = ['-S', socket, 'display-message', '-p', '-t', pane, asked];
    return execFileSync(program, words, {
      encoding: 'utf8',
      timeout: 2000,
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}
