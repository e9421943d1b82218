import { namesInFolder } from '@permesso/gate/disk';
import { chmodSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile, makeFolder } from '@permesso/gate/disk';
import { digestOf, readExactly } from './exact-file.ts';
import type { Piece } from './file-change.ts';

/** What was written where, so that it can be reverted byte for byte. */
export interface Manifest {
  readonly version: 1;
  readonly files: readonly Installed[];
  /** Created for these files, outermost first. */
  readonly folders: readonly string[];
}

export interface Installed {
  /** A host, or `policy` for the policy file. */
  readonly host: string;
  readonly path: string;
  /** The real path. */
  readonly target: string;
  /** Absent if there was no file. */
  readonly before?: { readonly digest: string; readonly mode: number };
  readonly after: string;
  readonly pieces: readonly Piece[];
}

const empty: Manifest = { version: 1, files: [], folders: [] };

/** Throws if it cannot be parsed: guessing what to restore would destroy somebody's settings. */
export function readManifest(state: string): Manifest {
  const read = readExactly(fileIn(state));
  if ('missing' in read) return empty;
  if ('unreadable' in read) throw new Error(`${fileIn(state)} cannot be read: ${read.unreadable}`);
  try {
    const value: unknown = JSON.parse(read.text);
    if (isManifest(value)) return value;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new Error(`${fileIn(state)} is damaged; the backups beside it hold what was there before`);
}

function isManifest(value: unknown): value is Manifest {
  if (typeof value !== 'object' || value === null) return false;
  const { version, files, folders } = value as Readonly<Record<string, unknown>>;
  return (
    version === 1 &&
    Array.isArray(folders) &&
    folders.every((each) => typeof each === 'string') &&
    Array.isArray(files) &&
    files.every(isInstalled)
  );
}

function isInstalled(value: unknown): value is Installed {
  if (typeof value !== 'object' || value === null) return false;
  const { host, path, target, after, pieces } = value as Readonly<Record<string, unknown>>;
  return [host, path, target, after].every((each) => typeof each === 'string') && Array.isArray(pieces);
}

/** Written before anything else: an interrupted run can still be undone. */
export function writeManifest(state: string, manifest: Manifest): void {
  makeOwnFolder(state);
  replaceFile(fileIn(state), { text: `${JSON.stringify(manifest, undefined, 2)}\n`, mode: 0o600 });
}

/** Settings hold keys: readable by their owner only. */
export function writeBackup(state: string, text: string): void {
  makeOwnFolder(state);
  replaceFile(backupIn(state, digestOf(text)), { text, mode: 0o600 });
}

/** The previous text; undefined if the backup is missing or was changed. */
export function readBackup(state: string, digest: string): string | undefined {
  const read = readExactly(backupIn(state, digest));
  return 'text' in read && digestOf(read.text) === digest ? read.text : undefined;
}

/** Keeps the backups that are still needed; the folder is removed with the last one. */
export function forget(state: string, left: Manifest): void {
  if (left.files.length > 0) writeManifest(state, left);
  else rmSync(fileIn(state), { force: true });
  const needed = new Set(left.files.flatMap(({ before }) => before?.digest ?? []));
  for (const name of namesInFolder(folderIn(state)))
    if (name.endsWith('.before') && !needed.has(name.slice(0, -'.before'.length)))
      rmSync(join(folderIn(state), name));
  if (namesInFolder(folderIn(state)).length === 0) rmSync(folderIn(state), { recursive: true, force: true });
}

/** Removes folders that are empty. */
export function removeFolders(folders: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (const folder of folders.toReversed()) {
    if (namesInFolder(folder).length === 0) removeEmpty(folder);
    else kept.unshift(folder);
  }
  return kept;
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function makeOwnFolder(state: string): void {
  makeFolder(folderIn(state));
  chmodSync(folderIn(state), 0o700);
}

export function folderIn(state: string): string {
  return join(state, 'install');
}

function fileIn(state: string): string {
  return join(folderIn(state), 'manifest.json');
}

function backupIn(state: string, digest: string): string {
  return join(folderIn(state), `${digest}.before`);
}
