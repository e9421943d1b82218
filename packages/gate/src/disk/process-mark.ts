import { parseJson } from '@permesso/engine/call';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { errorCode } from './read-text.ts';

/** Which process this is, so that others can tell later whether it is still there. */
export interface ProcessMark {
  readonly pid: number;
  readonly host: string;
  /** Of the process ids: in a container the same number is another process. Empty where that cannot be told. */
  readonly space: string;
  /** In the kernel's ticks: a number is given to another process after a while, with a later start. */
  readonly started: string;
}

let own: ProcessMark | undefined;

export function ownMark(): ProcessMark {
  own ??= {
    pid: process.pid,
    host: hostname(),
    space: pidSpace(),
    started: processOf(process.pid).started,
  };
  return own;
}

/** Nothing where the text is not a mark: half of one, or something else. */
export function parseMark(text: string): ProcessMark | undefined {
  const { pid, host, space, started } = (parseJson(text) ?? {}) as Partial<
    Record<keyof ProcessMark, unknown>
  >;
  if (!Number.isSafeInteger(pid) || Number(pid) <= 0 || typeof host !== 'string') return undefined;
  return { pid: Number(pid), host, space: textOr(space), started: textOr(started) };
}

function textOr(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Only what is certain: another machine's process, or one that cannot be asked about, counts as there. */
export function isGone({ pid, host, space, started }: ProcessMark): boolean {
  const here = ownMark();
  if (host !== here.host || (space !== '' && here.space !== '' && space !== here.space)) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'ESRCH';
  }
  const now = processOf(pid);
  // Killed, and nobody has asked how it ended; or its number was given to another process since.
  const ended = now.state === 'Z' || now.state === 'X';
  return ended || (now.started !== '' && started !== '' && now.started !== started);
}

export function describeMark({ pid, host }: ProcessMark): string {
  return `process ${pid} on ${host}`;
}

/** How a process is and when it began; empty where that cannot be read. */
function processOf(pid: number): { readonly state: string; readonly started: string } {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name is in parentheses and may contain anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', started: fields[19] ?? '' };
  } catch (error) {
    if (error instanceof Error) return { state: '', started: '' };
    throw error;
  }
}

function pidSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch (error) {
    if (error instanceof Error) return '';
    throw error;
  }
}
