import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  lstatSync,
  openSync,
  readlinkSync,
  readSync,
  statSync,
  type BigIntStats,
} from 'node:fs';
import { join } from 'node:path';
import { isSameMark, isSameTime, stateMark } from './after-call.ts';
import { planGit, type GitStep } from './git/restore-git.ts';
import { readAfter, readBegun, readManifest, type KeptCall } from './kept-folder.ts';
import { bytesOf, pathOf, type AfterCall, type KeptItem, type Manifest } from './manifest.ts';

/**
 * What undoing does at one path. `restores`: nothing is there. `replaces`: what the call left is there. `beside`: it
 * is newer work, so what was kept is put beside it. `none`: it is as it was.
 */
export interface UndoStep {
  readonly place: number;
  readonly path: string;
  readonly does: 'restores' | 'replaces' | 'beside' | 'none';
  /** What would be given back is not what was there. */
  readonly changed?: true;
}

export interface UndoPlan {
  readonly call: KeptCall;
  readonly manifest: Manifest;
  readonly steps: readonly UndoStep[];
  readonly git: readonly GitStep[];
}

/** What undoing a call would do as things are now. Undefined where what was kept cannot be read. */
export function planUndo(call: KeptCall): UndoPlan | undefined {
  const manifest = readManifest(call);
  if (manifest === undefined) return undefined;
  const after = readAfter(call);
  const begun = new Set(readBegun(call)?.directories);
  const steps = manifest.items.map((item, place) => stepOf(item, place, { call, manifest, after, begun }));
  const git = manifest.git.map((one, place) => planGit(one, after?.git[place]));
  return { call, manifest, steps, git: git.flat() };
}

interface Known {
  readonly call: KeptCall;
  readonly manifest: Manifest;
  readonly after: AfterCall | undefined;
  /** Directories that an undo made which has not ended: their modes and times are still to come. */
  readonly begun: ReadonlySet<number>;
}

function stepOf(item: KeptItem, place: number, known: Known): UndoStep {
  const { path } = item;
  const isChanged = item.linked === true && wasWritten(item, known.call) ? { changed: true as const } : {};
  const found = lstatSync(bytesOf(path), { bigint: true, throwIfNoEntry: false });
  if (found === undefined) return { place, path, does: 'restores', ...isChanged };
  const isSame = isSameContent(item, known);
  if (isSame && known.begun.has(place)) return { place, path, does: 'replaces' };
  const isLeft = isSameMark(known.after?.items[String(place)], stateMark(path));
  if (isSame && hasMarks(item, found)) return { place, path, does: 'none' };
  if (isLeft) return { place, path, does: 'replaces', ...isChanged };
  return { place, path, does: isSame ? 'none' : 'beside', ...isChanged };
}

/** Of a directory the mode alone: what is put into it changes its time. */
function hasMarks({ is, mode, mtime }: KeptItem, found: BigIntStats): boolean {
  const hasMode = is === 'link' || (Number(found.mode) & 0o7777) === mode;
  return hasMode && (is === 'directory' || isSameTime(String(found.mtimeNs), mtime));
}

/** A second name of the file itself holds what was written to it since. */
function wasWritten(item: KeptItem, call: KeptCall): boolean {
  const found = statSync(dataOf(item, call), { bigint: true });
  return String(found.mtimeNs) !== item.mtime || Number(found.size) !== item.size;
}

export function dataOf({ data = 0 }: KeptItem, { folder }: KeptCall): string {
  return join(folder, 'data', String(data));
}

function isSameContent(item: KeptItem, { call, manifest }: Known): boolean {
  const path = bytesOf(item.path);
  const found = lstatSync(path);
  if (item.is === 'link')
    return found.isSymbolicLink() && pathOf(readlinkSync(path, { encoding: 'buffer' })) === item.target;
  if (item.is === 'directory') return found.isDirectory();
  const holder = item.same === undefined ? item : manifest.items[item.same];
  if (!found.isFile() || found.size !== item.size || holder === undefined) return false;
  return digest(path) === digest(dataOf(holder, call));
}

const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;

function digest(path: Buffer | string): string {
  const file = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const hash = createHash('sha256');
    const buffer = Buffer.allocUnsafe(1024 * 1024);
    for (let size = readSync(file, buffer); size > 0; size = readSync(file, buffer))
      hash.update(buffer.subarray(0, size));
    return hash.digest('hex');
  } finally {
    closeSync(file);
  }
}
