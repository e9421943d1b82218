import { parseJson } from '@permesso/engine/call';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { errorCode } from './read-text.ts';

/** Identifies this process, so that others can tell later whether it still exists. */
export interface ProcessMark {
  readonly pid: number;
  readonly host: string;
  /** The namespace of process ids: in a container the same number is another process. Empty if unknown. */
  readonly space: string;
  /** In kernel ticks: a reused process id has a later start. */
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

/** Undefined if the text is not a complete mark. */
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

/** True only if certain: a process on another machine, or one that cannot be checked, counts as existing. */
export function isGone({ pid, host, space, started }: ProcessMark): boolean {
  const here = ownMark();
  if (host !== here.host || (space !== '' && here.space !== '' && space !== here.space)) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'ESRCH';
  }
  const now = processOf(pid);
  // Killed but not yet reaped by its parent, or its id was given to another process.
  const ended = now.state === 'Z' || now.state === 'X';
  return ended || (now.started !== '' && started !== '' && now.started !== started);
}

export function describeMark({ pid, host }: ProcessMark): string {
  return `process ${pid} on ${host}`;
}

/** The state and start time of a process; empty if they cannot be read. */
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
