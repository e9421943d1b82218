import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { checkWritable, makeFolder, missingFolders, replaceFile } from '@permesso/gate/disk';
import { removePieces } from './apply-pieces.ts';
import { digestOf, readExactly } from './exact-file.ts';
import {
  folderIn,
  readBackup,
  readManifest,
  writeBackup,
  writeManifest,
  type Installed,
  type Manifest,
} from './manifest.ts';
import type { FileChange } from './plan-install.ts';

export interface ApplyOptions {
  readonly state: string;
  /** The mode of created folders: owner only when absent, except in a project. */
  readonly folderMode?: number;
}

/** Writes all changes or none. The old content is backed up first, byte for byte. */
export function applyChanges(changes: readonly FileChange[], { state, folderMode }: ApplyOptions): void {
  const before = readManifest(state);
  for (const change of changes) checkUnchanged(change);
  for (const path of [`${folderIn(state)}/manifest.json`, ...changes.map(({ target }) => target)])
    checkWritable(path);
  const folders = [
    ...new Set(
      [`${folderIn(state)}/manifest.json`, ...changes.map(({ target }) => target)].flatMap(missingFolders),
    ),
  ];
  const after = changes.reduce<Manifest>((manifest, change) => recorded(manifest, change, state), {
    ...before,
    folders: [...new Set([...before.folders, ...folders])],
  });
  writeManifest(state, after);
  const done: FileChange[] = [];
  try {
    for (const change of changes) {
      done.push(change);
      writeChange(change, folderMode ?? usualMode(change));
    }
  } catch (error) {
    for (const change of done.toReversed()) putBack(change);
    writeManifest(state, { ...before, folders: [...new Set([...before.folders, ...folders])] });
    throw error;
  }
}

/** Another program may have written the file since the person saw the diff. */
function checkUnchanged({ path, before }: FileChange): void {
  const now = readExactly(path);
  const isSame = before === undefined ? 'missing' in now : 'text' in now && now.text === before.text;
  if (!isSame) throw new Error(`${path} has changed meanwhile; nothing was written. Run it again.`);
}

function writeChange({ target, after, mode }: FileChange, folderMode: number): void {
  makeFolder(dirname(target), { mode: folderMode });
  if (after === undefined) rmSync(target);
  else replaceFile(target, { text: after, mode });
}

/** Our files are readable by their owner only. */
function usualMode({ path }: FileChange): number {
  return /[\\/]\.permesso[\\/]/.test(path) ? 0o755 : 0o700;
}

function putBack({ target, before }: FileChange): void {
  if (before === undefined) rmSync(target, { force: true });
  else replaceFile(target, { text: before.text, mode: before.mode });
}

function recorded(manifest: Manifest, change: FileChange, state: string): Manifest {
  const { path, target, host, pieces, after } = change;
  const others = manifest.files.filter((file) => file.path !== path);
  if (pieces.length === 0 || after === undefined) return { ...manifest, files: others };
  const old = manifest.files.find((file) => file.path === path);
  const before = originalOf(change, old, state);
  if (before !== undefined) writeBackup(state, before.text);
  const entry: Installed = {
    host,
    path,
    target,
    ...(before === undefined ? {} : { before: { digest: digestOf(before.text), mode: before.mode } }),
    after: digestOf(after),
    pieces,
  };
  return { ...manifest, files: [...others, entry] };
}

/** The file's content without us: as we found it, or as its owner has changed it since. */
function originalOf({ before }: FileChange, old: Installed | undefined, state: string): FileChange['before'] {
  if (old === undefined || before === undefined) return before;
  const kept = old.before === undefined ? undefined : readBackup(state, old.before.digest);
  if (digestOf(before.text) === old.after)
    return old.before === undefined || kept === undefined ? undefined : { text: kept, mode: old.before.mode };
  const without = removePieces(before.text, old.pieces, kept);
  if ('refused' in without) return before;
  return without.text === undefined ? undefined : { text: without.text, mode: before.mode };
}
