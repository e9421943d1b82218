import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { holderState, startHeartbeat } from '../../disk/heartbeat.ts';
import { ownMark } from '../../disk/process-mark.ts';
import { namesInFolder, privateDirectory, publicProblem, writePrivate } from '../../disk/private-file.ts';
import { readText } from '../../disk/read-text.ts';

export interface Announcement {
  /** Where the person answers: the URL of an open console. */
  readonly address?: string;
  /** The person wants to be asked here before the agent's own window. */
  readonly first?: true;
}

/**
 * Announces that someone at this process can answer requests, until the returned function is called. A hook waits for
 * an answer only while someone is present.
 *
 * @example
 * ```ts
 * import { announcePresence } from '@permesso/gate/approvers';
 * const leave = announcePresence('/var/lib/app');
 * leave();
 * ```
 */
export function announcePresence(state: string, announcement: Announcement = {}): () => void {
  const directory = privateDirectory(presentDirectory(state));
  const file = join(directory, `${process.pid}-${randomBytes(4).toString('hex')}.json`);
  writePrivate(file, JSON.stringify({ ...ownMark(), ...announcement }));
  const stopHeartbeat = startHeartbeat(file);
  const leave = (): void => {
    stopHeartbeat();
    process.off('exit', leave);
    rmSync(file, { force: true });
  };
  process.on('exit', leave);
  return leave;
}

/**
 * Whether anyone able to answer is present now. False if that cannot be determined: a request that nobody sees is
 * denied at once instead of after an hour.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import { isAnyonePresent } from '@permesso/gate/approvers';
 * const gate = createGate({ policy: {}, interactive: isAnyonePresent('/var/lib/app') });
 * ```
 */
export function isAnyonePresent(state: string): boolean {
  return filesOfPresent(state).length > 0;
}

/** Whether someone present wants to be asked before the agent's own window. */
export function isPresentFirst(state: string): boolean {
  return announcements(state).some(({ first }) => first === true);
}

/** The page where someone present answers; undefined if that is a terminal. */
export function presentAddress(state: string): string | undefined {
  return announcements(state).flatMap(({ address }) =>
    typeof address === 'string' && /^http:\/\/127\.0\.0\.1:\d{1,5}\/$/.test(address) ? [address] : [],
  )[0];
}

function announcements(state: string): readonly Readonly<Record<string, unknown>>[] {
  return filesOfPresent(state).flatMap((file) => {
    const read = readText(file);
    // The file existed a moment ago; if it is gone, the person has left.
    return 'text' in read ? [JSON.parse(read.text) as Readonly<Record<string, unknown>>] : [];
  });
}

function filesOfPresent(state: string): readonly string[] {
  const directory = presentDirectory(state);
  // If others can write here, they could make an agent wait; they could not answer, but nobody would know why it
  // waits.
  if (publicProblem(directory) !== undefined) return [];
  return namesInFolder(directory)
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(directory, name))
    .filter(isThere);
}

function presentDirectory(state: string): string {
  return join(state, 'present');
}

function isThere(file: string): boolean {
  const state = holderState(file, { beats: true });
  // The process was killed before it could remove its file.
  if (state === 'gone') rmSync(file, { force: true });
  return state === 'alive';
}
