import {
  chmodSync,
  chownSync,
  constants,
  copyFileSync,
  lchownSync,
  linkSync,
  lutimesSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { errorCode } from '../disk/read-text.ts';
import { InTheWay, openParent, type HeldDirectory } from './beneath.ts';
import { restoreGit } from './git/restore-git.ts';
import { beginUndo, endUndo, readBegun } from './kept-folder.ts';
import { bytesOf, shownPath, type KeptItem } from './manifest.ts';
import { dataOf, type UndoPlan, type UndoStep } from './plan-undo.ts';

/** The result of undoing one call. */
export interface Undone {
  readonly restored: readonly string[];
  /** Restored beside newer work, under this name. */
  readonly beside: readonly string[];
  /** With the reason. */
  readonly failed: readonly string[];
}

/**
 * Restores what was kept of a call. Never overwrites newer work unless `overwrite` is set. Idempotent: unchanged
 * files are left alone, so it may be interrupted and started again.
 */
export async function restoreCall(
  plan: UndoPlan,
  { overwrite, now }: { readonly overwrite: boolean; readonly now: number },
): Promise<Undone> {
  const { call, manifest } = plan;
  const unfinished = readBegun(call);
  const begun = new Set(unfinished?.directories);
  const [restored, beside, failed]: [string[], string[], string[]] = [[], [], []];
  const attempt = (path: string, put: () => void): void => {
    try {
      put();
    } catch (error) {
      failed.push(`${shownPath(path)}: ${error instanceof InTheWay ? error.message : errorCode(error)}`);
    }
  };
  const made = plan.steps.filter(
    ({ does, place }) =>
      (does === 'restores' || begun.has(place)) && manifest.items[place]?.is === 'directory',
  );
  beginUndo(call, { directories: made.map(({ place }) => place) });
  const directories: { readonly item: KeptItem; readonly path: string }[] = [];
  for (const step of plan.steps) {
    const item = manifest.items[step.place];
    if (unfinished !== undefined) attempt(step.path, () => removeTemporary(step, manifest.id));
    if (item === undefined || step.does === 'none') continue;
    const isBeside = step.does === 'beside' && !overwrite;
    const path = isBeside ? `${step.path}.kept-${manifest.id}` : step.path;
    attempt(path, () => {
      putItem({ item, path, step, plan });
      if (item.is === 'directory') directories.push({ item, path });
      (isBeside ? beside : restored).push(shownPath(path));
    });
  }
  // What is put into a directory changes its time.
  for (const { item, path } of directories.toReversed())
    attempt(path, () => within(path, (own) => setMarks(own, item)));
  for (const one of await restoreGit(plan.git, call.folder))
    (one.failed === undefined ? restored : failed).push(one.text);
  endUndo(call, { at: now, restored: restored.length, beside: beside.length });
  return { restored, beside, failed };
}

function temporaryName({ place }: UndoStep, id: string): Buffer {
  return bytesOf(`.permesso-${id}-${place}`);
}

/** What an undo that did not end left where it worked. */
function removeTemporary(step: UndoStep, id: string): void {
  within(step.path, (_own, { at }) => rmSync(at(temporaryName(step, id)), { force: true }));
}

interface Putting {
  readonly item: KeptItem;
  readonly path: string;
  readonly step: UndoStep;
  readonly plan: UndoPlan;
}

function putItem({ item, path, step, plan: { call, manifest } }: Putting): void {
  within(path, (own, { at }) => {
    if (item.is === 'directory') {
      makeDirectory(own);
      // Until all is in it, so that it can be filled.
      chmodSync(own, item.mode | 0o700);
      return;
    }
    const temporary = at(temporaryName(step, manifest.id));
    rmSync(temporary, { force: true });
    const holder = item.same === undefined ? item : (manifest.items[item.same] ?? item);
    if (item.is === 'link') symlinkSync(bytesOf(item.target ?? ''), temporary);
    else if (item.same === undefined || !linkToFirst(holder, temporary))
      copyFileSync(dataOf(holder, call), temporary, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
    setMarks(temporary, item);
    if (step.does === 'replaces' || step.path !== path || step.does === 'beside') {
      renameSync(temporary, own);
      return;
    }
    // Nothing was there a moment ago; what is there by now is newer.
    try {
      if (item.is === 'link' && process.platform !== 'linux') linkOnce(temporary, own, item);
      else linkSync(temporary, own);
    } finally {
      rmSync(temporary, { force: true });
    }
  });
}

/** Not every system gives a link a second name, so another one is made. */
function linkOnce(temporary: Buffer, own: Buffer, item: KeptItem): void {
  symlinkSync(bytesOf(item.target ?? ''), own);
  setMarks(own, item);
  rmSync(temporary, { force: true });
}

/** Hard links to one file become hard links to one file again, at the place of the first. */
function linkToFirst(holder: KeptItem, temporary: Buffer): boolean {
  let isLinked = false;
  within(holder.path, (own) => {
    try {
      linkSync(own, temporary);
      isLinked = true;
    } catch (error) {
      if (!['ENOENT', 'EXDEV', 'EPERM', 'EMLINK'].includes(errorCode(error))) throw error;
    }
  });
  return isLinked;
}

function within(path: string, use: (own: Buffer, held: HeldDirectory) => void): void {
  const held = openParent(path);
  try {
    use(held.at(held.name), held);
  } finally {
    held.close();
  }
}

function makeDirectory(own: Buffer): void {
  try {
    mkdirSync(own, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

/** Owner, mode and times. Somebody else's file becomes one's own where one may not give it away. */
function setMarks(path: Buffer, { is, mode, uid, gid, mtime, atime }: KeptItem): void {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) (is === 'link' ? lchownSync : chownSync)(path, uid, gid);
  if (is !== 'link') chmodSync(path, mode);
  (is === 'link' ? lutimesSync : utimesSync)(path, seconds(atime), seconds(mtime));
}

function seconds(nanoseconds: string): number {
  return Number(BigInt(nanoseconds) / 1000n) / 1e6;
}
