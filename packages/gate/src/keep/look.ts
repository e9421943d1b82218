import { constants, accessSync, realpathSync, statfsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { isRegenerable, isUnder } from '@permesso/engine/facts';
import type { KeepSettings } from '@permesso/engine/policy';
import type { KeepAnswer, KeepQuestion } from '@permesso/engine/world';
import { errorCode } from '../disk/read-text.ts';
import { gitPlaces } from './git/find-git.ts';
import { prunedFolders } from './git/keep-objects.ts';
import { keptCalls, keptFolder } from './kept-folder.ts';
import { CannotKeep, namedBelow, printBytes, walkTree } from './walk-tree.ts';

export interface LookOptions {
  readonly state: string;
  readonly settings: KeepSettings;
  readonly now: number;
}

/** Left free on the disk, whatever is kept. */
const reserved: number = 256 * 1024 * 1024;

/** Whether what is at a path would be kept. Looked at before a person would be asked; nothing is kept yet. */
export function lookAtLoss(asked: KeepQuestion, options: LookOptions): KeepAnswer {
  try {
    if (asked.git !== undefined) {
      const found = gitPlaces(asked.path, asked.git);
      if ('why' in found) return found;
      const places = ['objects', 'history'].includes(asked.git.loses) ? found.flatMap(prunedFolders) : [];
      checkRoom(
        places.reduce((sum, place) => sum + sizeOf(Buffer.from(place)), 0),
        options,
      );
      return 'kept';
    }
    checkPlace(asked.path, options.state);
    // Whether git ignores what a build makes is looked at when it is kept.
    const found =
      asked.names === undefined
        ? [Buffer.from(asked.path)]
        : namedBelow(asked.path, asked.names, (path) => isRegenerable(basename(path)));
    let bytes = 0;
    for (const path of found) bytes += sizeOf(path);
    checkRoom(bytes, options);
    return 'kept';
  } catch (error) {
    return { why: whyNot(error) };
  }
}

export function whyNot(error: unknown): string {
  if (error instanceof CannotKeep) return error.message;
  const code = errorCode(error);
  if (code === 'EACCES' || code === 'EPERM') return 'it cannot be read';
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'the disk is full';
  return `keeping it failed (${code})`;
}

/** What is kept, or holds it, cannot be kept. And a path is what it says: no link was laid on the way since. */
export function checkPlace(path: string, state: string): void {
  const folder = keptFolder(state);
  if (isUnder(folder, path) || isUnder(path, folder)) throw new CannotKeep('it holds what is kept already');
  if (realpathSync(dirname(path)) !== dirname(path)) throw new CannotKeep('a link leads to it');
}

function sizeOf(path: Buffer): number {
  let bytes = 0;
  for (const { path: at, is, stat } of walkTree(path)) {
    if (is === 'file') {
      accessSync(at, constants.R_OK);
      bytes += Number(stat.size);
    }
  }
  return bytes;
}

/** What is kept stays kept: nothing older makes room, or an agent could push out what it lost before. */
export function checkRoom(bytes: number, { state, settings, now }: LookOptions): void {
  const used = keptCalls(state)
    .filter(({ until }) => until >= now)
    .reduce((sum, call) => sum + call.bytes, 0);
  if (bytes + used > settings.most) {
    const limit = `${printBytes(settings.most)} may be kept`;
    throw new CannotKeep(
      bytes > settings.most
        ? `it has ${printBytes(bytes)}, and ${limit}`
        : `it has ${printBytes(bytes)}, ${printBytes(used)} are kept already, and ${limit}`,
    );
  }
  if (bytes > 0 && freeBytes(state) - bytes < reserved) throw new CannotKeep('the disk is almost full');
}

/** Of the nearest folder that is there. */
function freeBytes(path: string): number {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  } catch (error) {
    if (errorCode(error) === 'ENOENT' && dirname(path) !== path) return freeBytes(dirname(path));
    throw error;
  }
}
