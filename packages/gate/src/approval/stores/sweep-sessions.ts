import { rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../disk/read-text.ts';
import { approvalFiles } from './approval-files.ts';
import { expiredBy } from '@permesso/protocol/approval';
import { namesInFolder, publicProblem, writePrivate } from '../../disk/private-file.ts';

const aDay = 24 * 60 * 60_000;

/** A session without a request, an answer or a use for this long is over, whatever its host says. */
const sessionLives = 30 * aDay;

/**
 * Removes the folders of sessions that ended long ago: their calls may contain secrets. Runs once a day, not in every
 * one of the day's thousand hook processes.
 */
export function sweepSessions(state: string, now: number = Date.now()): void {
  const sessions = join(state, 'sessions');
  if (!isTime(sessions, now)) return;
  for (const name of namesInFolder(sessions)) {
    const folder = join(sessions, name);
    if (/^[\da-f]{32}$/.test(name) && now - lastChange(folder) > sessionLives && !isAwaited(folder, now))
      rmSync(folder, { recursive: true, force: true });
  }
}

function isTime(sessions: string, now: number): boolean {
  if (publicProblem(sessions) !== undefined) return false;
  const mark = join(sessions, '.swept');
  const last = statSync(mark, { throwIfNoEntry: false })?.mtimeMs;
  if (last !== undefined && Math.abs(now - last) < aDay) return false;
  try {
    if (last === undefined) writePrivate(mark, '');
    utimesSync(mark, now / 1000, now / 1000);
    return true;
  } catch (error) {
    // There is no session yet, or another process is sweeping.
    if (['ENOENT', 'EEXIST', 'EACCES', 'EROFS'].includes(errorCode(error))) return false;
    throw error;
  }
}

/** When something was last added, used or removed. */
function lastChange(folder: string): number {
  const places = ['grants', 'approvals'].map((name) => join(folder, name));
  const files = places.flatMap((place) => namesInFolder(place).map((name) => join(place, name)));
  const times = [folder, ...places, ...files].map(
    (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  return Math.max(...times);
}

function isAwaited(folder: string, now: number): boolean {
  return approvalFiles(join(folder, 'approvals'))
    .list()
    .some((approval) => expiredBy(approval, now).state === 'pending');
}
