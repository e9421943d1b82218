import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { isatty, ReadStream, WriteStream } from 'node:tty';
import { messageOf } from '@permesso/engine/call';
import { CannotAsk } from '@permesso/protocol/approval';
import type { Size } from './prompt-view.ts';

/** The controlling terminal, whatever stdin and stdout are connected to. */
export interface Terminal {
  readonly size: () => Size;
  readonly write: (text: string) => void;
  /** True: each key at once and without echo. False: line by line with the terminal's own editing. */
  readonly keysAtOnce: (on: boolean) => void;
  readonly listen: (to: TerminalEvents) => void;
  readonly close: () => void;
}

export interface TerminalEvents {
  readonly input: (text: string) => void;
  readonly resize: () => void;
  /** The window was closed, or this process was told to stop. */
  readonly gone: (why: string) => void;
}

const [device, screen] =
  process.platform === 'win32' ? ['\\\\.\\CONIN$', '\\\\.\\CONOUT$'] : ['/dev/tty', '/dev/tty'];
const lastWordsMs = 2000;
/** The foreground group reported for a process without a controlling terminal. */
const noTerminal = -1;

/** Throws `CannotAsk` if no person can be asked on a terminal. Reads and prints nothing. */
export function requireTerminal(): void {
  requireForeground();
  try {
    closeSync(openSync(device, 'r'));
  } catch (error) {
    throw new CannotAsk(`there is no terminal (${messageOf(error)})`);
  }
}

export function openTerminal(): Terminal {
  requireForeground();
  let input: number;
  let output: number;
  try {
    input = openSync(device, 'r');
    output = openSync(screen, 'w');
  } catch (error) {
    throw new CannotAsk(`there is no terminal (${messageOf(error)})`);
  }
  const keys = new ReadStream(input);
  const stop: (() => void)[] = [];
  // A closed window must not end the process before it has answered.
  let gone: ((why: string) => void) | undefined;
  let isGone = false;
  return {
    size: measure,
    write: (text) => {
      try {
        for (let rest = Buffer.from(text); rest.length > 0;) rest = rest.subarray(writeSync(output, rest));
      } catch (error) {
        gone?.(messageOf(error));
      }
    },
    keysAtOnce: (on) => void keys.setRawMode(on),
    listen: (events) => {
      const tell = (why: string): void => {
        isGone = true;
        events.gone(why);
      };
      gone = tell;
      keys.setEncoding('utf8');
      keys.on('data', (chunk: string) => events.input(chunk));
      for (const end of ['end', 'close', 'error'] as const)
        keys.on(end, () => tell('the terminal was closed'));
      stop.push(onSignal('SIGWINCH', events.resize));
      for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const)
        stop.push(onSignal(signal, () => tell(`this process got ${signal}`)));
    },
    close: () => {
      // Installed before the other listeners are removed: without any, even briefly, a signal ends the process.
      if (isGone) outliveHangUps();
      for (const each of stop) each();
      keys.removeAllListeners('end').removeAllListeners('close').removeAllListeners('data');
      restore(keys);
      keys.destroy();
      closeSync(output);
    },
  };
}

function onSignal(signal: NodeJS.Signals, listener: () => void): () => void {
  process.on(signal, listener);
  return () => void process.off(signal, listener);
}

/**
 * A closed window hangs up more than once: the read ends, the system sends a signal, and the shell sends another. The
 * denial that the first one caused must be delivered before a later one ends the process.
 */
function outliveHangUps(): void {
  const stop = onSignal('SIGHUP', () => undefined);
  setTimeout(stop, lastWordsMs).unref();
}

/** A closed terminal has no mode to restore. */
function restore(keys: ReadStream): void {
  keys.on('error', () => undefined);
  try {
    keys.setRawMode(false);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
}

/** Read each time: node keeps only the sizes of its own standard streams up to date. */
function measure(): Size {
  let probe: WriteStream | undefined;
  try {
    probe = new WriteStream(openSync(screen, 'w'));
    return { columns: probe.columns || 80, rows: probe.rows || 24 };
  } catch (error) {
    if (error instanceof Error) return { columns: 80, rows: 24 };
    throw error;
  } finally {
    probe?.destroy();
  }
}

/**
 * The system stops a background program that reads the terminal, and it would wait forever without any notice to its
 * parent process.
 */
function requireForeground(): void {
  // Windows has no foreground group: programs that an agent starts have pipes instead of the console.
  if (process.platform === 'win32' && !(isatty(0) && isatty(1))) throw new CannotAsk('there is no terminal');
  const groups = readGroups();
  if (groups?.foreground === noTerminal) throw new CannotAsk('there is no terminal');
  if (groups !== undefined && groups.own !== groups.foreground)
    throw new CannotAsk('this process does not hold the terminal');
}

function readGroups(): { readonly own: number; readonly foreground: number } | undefined {
  if (process.platform === 'win32') return undefined;
  try {
    if (process.platform === 'linux') {
      // The command's name is in parentheses and may contain anything.
      const stat = readFileSync('/proc/self/stat', 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return { own: Number(fields[2]), foreground: Number(fields[5]) };
    }
    const said = execFileSync('ps', ['-o', 'pgid=,tpgid=', '-p', String(process.pid)], { encoding: 'utf8' });
    const [own, foreground] = said.trim().split(/\s+/).map(Number);
    return own === undefined || foreground === undefined ? undefined : { own, foreground };
  } catch {
    // Unknown here; opening the terminal will show it.
    return undefined;
  }
}
