import { namesInFolder } from '../../disk/private-file.ts';
import { join } from 'node:path';
import { keepTree, type Keeping } from '../keep-files.ts';
import type { GitPlace } from './find-git.ts';

/** Git never writes to an object again, so that a second name of it is enough. Indexes over packs are made again. */
function objectFolders({ shared }: Pick<GitPlace, 'shared'>): readonly string[] {
  const objects = namesInFolder(join(shared, 'objects')).filter((name) =>
    /^(?:[0-9a-f]{2}|pack)$/u.test(name),
  );
  return [...objects.map((name) => join(shared, 'objects', name)), join(shared, 'lfs/objects')];
}

/** Logs of references, work trees that are gone and remembered resolutions: `gc` expires them with the objects. */
function recordFolders({ own, shared }: Pick<GitPlace, 'own' | 'shared'>): readonly string[] {
  const records = ['logs', 'worktrees', 'rr-cache'].map((name) => join(shared, name));
  return own === shared ? records : [...records, join(own, 'logs')];
}

/** Everything that removing objects may lose. */
export function prunedFolders(place: GitPlace): readonly string[] {
  return [...objectFolders(place), ...recordFolders(place)].filter((path) => namesInFolder(path).length > 0);
}

export async function keepObjects(
  place: GitPlace,
  { into, room }: { readonly into: Keeping; readonly room: (bytes: number) => void },
): Promise<void> {
  const records = new Set(recordFolders(place));
  for (const path of prunedFolders(place))
    await keepTree(Buffer.from(path), into, { links: !records.has(path), room });
}
