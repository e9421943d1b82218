import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { holderState, startHeartbeat } from '../../disk/heartbeat.ts';
import { ownMark } from '../../disk/process-mark.ts';
import { namesInFolder, privateDirectory, publicProblem, writePrivate } from '../../disk/private-file.ts';
import { readText } from '../../disk/read-text.ts';

export interface Announcement {
  /** Where the person answers: the address of an open console. */
  readonly address?: string;
  /** The person wants to be asked here before the agent's own window. */
  readonly first?: true;
}

/**
 * Says that somebody at this process can answer questions, until the returned function is called. A hook waits for an
 * answer only while somebody is there; otherwise the agent would wait for nobody.
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
 * Whether anybody who can answer is there now. What cannot be told is no: a question that nobody sees is denied at
 * once instead of in an hour.
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

/** Whether somebody who is there wants to be asked before the agent's own window. */
export function isPresentFirst(state: string): boolean {
  return announcements(state).some(({ first }) => first === true);
}

/** The page at which somebody who is there answers; nothing where that is a terminal. */
export function presentAddress(state: string): string | undefined {
  return announcements(state).flatMap(({ address }) =>
    typeof address === 'string' && /^http:\/\/127\.0\.0\.1:\d{1,5}\/$/.test(address) ? [address] : [],
  )[0];
}

function announcements(state: string): readonly Readonly<Record<string, unknown>>[] {
  return filesOfPresent(state).flatMap((file) => {
    const read = readText(file);
    // It was a mark a moment ago; who has left since says nothing.
    return 'text' in read ? [JSON.parse(read.text) as Readonly<Record<string, unknown>>] : [];
  });
}

function filesOfPresent(state: string): readonly string[] {
  const directory = presentDirectory(state);
  // Where others may write, they could make an agent wait; they could not answer, but nobody would know why it waits.
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
  // Killed before it could say that it leaves.
  if (state === 'gone') rmSync(file, { force: true });
  return state === 'alive';
}
