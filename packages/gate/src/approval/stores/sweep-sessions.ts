import { rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../disk/read-text.ts';
import { approvalFiles } from './approval-files.ts';
import { expiredBy } from '@permesso/protocol/approval';
import { namesInFolder, publicProblem, writePrivate } from '../../disk/private-file.ts';

const aDay = 24 * 60 * 60_000;

/** A session in which nothing was asked, answered or used for so long is over, whatever its host says. */
const sessionLives = 30 * aDay;

/**
 * Removes the folders of sessions that ended long ago: calls that waited there may hold secrets. Looks once a day, so
 * that the thousandth hook process of the day does not.
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
    // No session yet, or somebody else is at it.
    if (['ENOENT', 'EEXIST', 'EACCES', 'EROFS'].includes(errorCode(error))) return false;
    throw error;
  }
}

/** When something was last put there, used or taken away. */
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
