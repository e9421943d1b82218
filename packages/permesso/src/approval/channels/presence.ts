import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { holderState, startHeartbeat } from '../../storage/heartbeat.ts';
import { ownMark } from '../../storage/process-mark.ts';
import {
  privateFileNames,
  privateDirectory,
  publicProblem,
  writePrivate,
} from '../../storage/private-file.ts';

/**
 * Says that somebody at this process can answer questions, until the returned function is called. A hook waits for an
 * answer only while somebody is there; else the agent would stand still for nobody.
 */
export function announcePresence(state: string): () => void {
  const directory = privateDirectory(presentDirectory(state));
  const file = join(directory, `${process.pid}-${randomBytes(4).toString('hex')}.json`);
  writePrivate(file, JSON.stringify(ownMark()));
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
 */
export function isAnyonePresent(state: string): boolean {
  const directory = presentDirectory(state);
  // Where others may write, they could make an agent wait; they could not answer, but nobody would know why it waits.
  if (publicProblem(directory) !== undefined) return false;
  return privateFileNames(directory).some((name) => name.endsWith('.json') && isThere(join(directory, name)));
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
