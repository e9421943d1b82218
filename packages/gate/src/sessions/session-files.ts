import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { definedFields, isRecord, messageOf } from '@permesso/engine/call';
import { emptySession, type Session } from '@permesso/engine/session';
import { isOpen, privateDirectory, namesInFolder } from '../disk/private-file.ts';
import { errorCode } from '../disk/read-text.ts';
import {
  type HeldSessions,
  isSessionEvent,
  nameOf,
  sessionOf,
  type SessionEvent,
  type SessionKey,
  sessionsKept,
} from './session-store.ts';

/** The folder of records below the state. */
export function sessionFolder(state: string): string {
  return join(state, 'labels');
}

/** How long after its last call an unnamed session continues. */
const unnamedFor = 12 * 3_600_000;

/** Identifies the session of a file. Anything before it belongs to sessions that have ended. */
export interface SessionStart extends SessionKey {
  readonly type: 'session';
  readonly at: number;
}

/**
 * Records shared by the processes of a machine: one append-only file per session. A line is written before the
 * verdict is returned, in one system call, so a killed process leaves a whole line or none.
 */
export function sessionFiles(directory: string, now: () => number = Date.now): HeldSessions {
  const fileOf = (key: SessionKey): string => join(directory, recordName(key));
  return {
    read: (key) => {
      const file = fileOf(key);
      return isOver(file, key, now()) ? emptySession : readRecord(file).session;
    },
    add: (key, events) => {
      const file = fileOf(key);
      const last = lastWrite(file);
      const isNew = last === undefined || isOver(file, key, now());
      if (isNew && events.length === 0) return;
      if (events.length === 0) {
        // The session continues, although nothing new happened.
        if (key.session === undefined) utimesSync(file, new Date(now()), new Date(now()));
        return;
      }
      privateDirectory(directory);
      if (last === undefined) forgetOld(directory, now());
      const start: readonly SessionStart[] = isNew ? [{ type: 'session', ...key, at: now() }] : [];
      append(file, [...start, ...events]);
    },
  };
}

export function recordName(key: SessionKey): string {
  return `${createHash('sha256').update(nameOf(key)).digest('hex').slice(0, 32)}.jsonl`;
}

function lastWrite(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}

function isOver(file: string, { session }: SessionKey, now: number): boolean {
  if (session !== undefined) return false;
  const last = lastWrite(file);
  return last !== undefined && now - last > unnamedFor;
}

function append(file: string, lines: readonly (SessionEvent | SessionStart)[]): void {
  const { O_WRONLY, O_CREAT, O_APPEND, O_NOFOLLOW } = constants;
  const opened = openSync(file, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, 0o600);
  try {
    fchmodSync(opened, 0o600);
    const text = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    if (writeSync(opened, text) !== text.length) throw new Error(`${file} could not be written in full`);
  } finally {
    closeSync(opened);
  }
}

/** Larger than any session: someone else has written there. */
const mostBytes = 4_000_000;

/** A record and its session. An unreadable record counts as every label. */
export function readRecord(file: string): { readonly session: Session; readonly start?: SessionStart } {
  try {
    const text = readOwn(file);
    return text === undefined ? { session: emptySession } : parseRecord(text);
  } catch (error) {
    return { session: { ...emptySession, unreadable: messageOf(error) } };
  }
}

/** Undefined if there is no such file. */
function readOwn(file: string): string | undefined {
  let opened: number;
  try {
    opened = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const { uid, mode, size } = fstatSync(opened);
    if (process.getuid !== undefined && uid !== process.getuid())
      throw new Error('its record belongs to somebody else');
    if (isOpen({ mode }, 0o022)) throw new Error('its record can be written by others');
    if (size > mostBytes) throw new Error('its record is too large');
    return readFileSync(opened, 'utf8');
  } finally {
    closeSync(opened);
  }
}

function parseRecord(text: string): { readonly session: Session; readonly start?: SessionStart } {
  if (text !== '' && !text.endsWith('\n')) throw new Error('its record is cut off');
  let start: SessionStart | undefined;
  let events: SessionEvent[] = [];
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const read: unknown = JSON.parse(line);
    if (isStart(read)) [start, events] = [read, []];
    else if (isSessionEvent(read)) events.push(read);
    else throw new Error('its record has an unknown line');
  }
  return { session: sessionOf(events), ...definedFields({ start }) };
}

function isStart(value: unknown): value is SessionStart {
  return isRecord(value) && value['type'] === 'session' && typeof value['directory'] === 'string';
}

/** Runs once per new session. */
function forgetOld(directory: string, now: number): void {
  for (const name of namesInFolder(directory)) {
    const file = join(directory, name);
    if (now - (lastWrite(file) ?? now) > sessionsKept) rmSync(file, { force: true });
  }
}
