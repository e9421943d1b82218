import { spawn } from 'node:child_process';
import { lstatSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { definedFields } from '@permesso/engine/call';
import { privateDirectory, systemProgram, type ProgramPlaces } from '@permesso/gate/disk';
import type { Notice } from './notice.ts';

/** The person's desktop, and the program that shows notifications on it. */
export interface Desktop {
  readonly program: string;
  /** Kills a program that hangs; absent where this machine has none. */
  readonly timeout?: string;
  /** The program's whole environment. */
  readonly env: Readonly<Record<string, string>>;
}

export interface DesktopOptions {
  /**
   * The variables with which the person started the agent program: a project file may set others for its children.
   */
  readonly variables: ReadonlyMap<string, string>;
  /** Where to look for `notify-send`. */
  readonly places?: ProgramPlaces;
}

/** Undefined without a display, a session bus of this user, or a `notify-send` that only root can change. */
export function findDesktop({ variables, places }: DesktopOptions): Desktop | undefined {
  const screens = ['DISPLAY', 'WAYLAND_DISPLAY'].flatMap((name): readonly (readonly [string, string])[] => {
    const value = variables.get(name) ?? '';
    return /^[\w.:/-]{1,200}$/.test(value) ? [[name, value]] : [];
  });
  const bus = busOf(variables);
  if (screens.length === 0 || bus === undefined) return undefined;
  const program = systemProgram('notify-send', places);
  if (program === undefined) return undefined;
  const timeout = systemProgram('timeout');
  return {
    program,
    ...definedFields({ timeout }),
    env: {
      ...Object.fromEntries(screens),
      DBUS_SESSION_BUS_ADDRESS: bus,
      PATH: '/usr/bin:/bin',
      LANG: 'C.UTF-8',
    },
  };
}

/** Only a socket path of this user: other kinds of address start programs or reach other machines. */
function busOf(variables: ReadonlyMap<string, string>): string | undefined {
  const runtime = variables.get('XDG_RUNTIME_DIR');
  const said =
    variables.get('DBUS_SESSION_BUS_ADDRESS') ?? (runtime === undefined ? '' : `unix:path=${runtime}/bus`);
  const path = /^unix:path=(\/[\w/.-]+)(?:,guid=[\da-f]{32})?$/.exec(said)?.[1];
  const found = path === undefined ? undefined : lstatSync(path, { throwIfNoEntry: false });
  const isOwn = found?.isSocket() === true && found.uid === process.getuid?.();
  return isOwn ? `unix:path=${path}` : undefined;
}

/** Milliseconds between two notifications: an agent that keeps retrying must not fill the screen. */
const pauseBetween = 10_000;

export interface Notifying {
  readonly notice: Notice;
  readonly desktop: Desktop;
  /** This user's state directory. */
  readonly state: string;
}

/** Starts the program without waiting: the hook answers as if there were no desktop. */
export function notifyDesktop({ notice: { summary, body }, desktop, state }: Notifying): void {
  if (isTooSoon(state)) return;
  const said = [desktop.program, '--app-name=Permesso', '--expire-time=20000', '--', summary, body];
  const [file = '', ...words] =
    desktop.timeout === undefined ? said : [desktop.timeout, '-s', 'KILL', '10', ...said];
  const child = spawn(file, words, { stdio: 'ignore', detached: true, cwd: '/', env: { ...desktop.env } });
  // The notification is lost; nothing else changes.
  child.on('error', () => undefined);
  child.unref();
}

function isTooSoon(state: string): boolean {
  const file = join(privateDirectory(join(state, 'notices')), 'last');
  const now = Date.now();
  const last = statSync(file, { throwIfNoEntry: false });
  if (last !== undefined && Math.abs(now - last.mtimeMs) < pauseBetween) return true;
  writeFileSync(file, `${now}\n`, { mode: 0o600 });
  return false;
}
