import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { definedFields } from '@permesso/engine/call';
import { replaceFile } from '@permesso/gate/disk';
import { canaryFile } from './canary/canary-record.ts';
import { removePieces } from './install/apply-pieces.ts';
import { digestOf, readExactly } from './install/exact-file.ts';
import { forget, readBackup, readManifest, removeFolders, type Installed } from './install/manifest.ts';
import { residentDirectory } from './launch/resident-places.ts';
import { compiledIn } from './install/programs.ts';
import { hosts } from './host-lists/hosts.ts';

/** The result for one file. */
export interface Undone {
  readonly host: string;
  readonly path: string;
  readonly how: 'restored' | 'removed' | 'cleaned' | 'unchanged' | 'kept' | 'failed';
  /** Why it could not be restored exactly. */
  readonly why?: string;
}

export interface UndoOptions {
  readonly state: string;
  /** Only these hosts; all of them and the policy when absent. */
  readonly hosts?: readonly string[];
  /** Also policy files that were changed since. */
  readonly purge?: boolean;
  readonly dryRun?: boolean;
}

/** Reverts what `carryOut` wrote: byte for byte if the file is unchanged since, otherwise only our entries. */
export function undo({ state, purge = false, dryRun = false, ...only }: UndoOptions): readonly Undone[] {
  const manifest = readManifest(state);
  const mine = manifest.files.filter(({ host }) => only.hosts === undefined || only.hosts.includes(host));
  const undone = mine.toReversed().map((file) => {
    const step = stepFor(file, { state, purge });
    if (!dryRun) step.act?.();
    return { host: file.host, path: file.path, how: step.how, ...definedFields({ why: step.why }) };
  });
  if (dryRun) return undone;
  const failed = new Set(undone.filter(({ how }) => how === 'failed').map(({ path }) => path));
  const files = manifest.files.filter((file) => !mine.includes(file) || failed.has(file.path));
  forget(state, { ...manifest, files });
  if (files.length === 0) for (const path of cachesIn(state)) rmSync(path, { recursive: true, force: true });
  const folders = removeFolders(manifest.folders);
  if (files.length > 0) forget(state, { ...manifest, files, folders });
  return undone;
}

/** The hooks' caches and liveness markers, useless afterwards. The log and grants stay. */
function cachesIn(state: string): readonly string[] {
  const ofHosts = hosts.flatMap(({ leaves }) => leaves?.(state) ?? []);
  return [compiledIn(state), residentDirectory(state), canaryFile(state), join(state, 'parsed'), ...ofHosts];
}

interface UndoStep {
  readonly how: Undone['how'];
  readonly why?: string;
  readonly act?: () => void;
}

function stepFor(file: Installed, { state, purge }: { state: string; purge: boolean }): UndoStep {
  const now = readExactly(file.path);
  if ('unreadable' in now) return { how: 'failed', why: now.unreadable };
  if ('missing' in now)
    return file.before === undefined
      ? { how: 'removed' }
      : { how: 'kept', why: 'somebody has removed it since' };
  const { before, after } = file;
  const backup = before === undefined ? undefined : readBackup(state, before.digest);
  if (digestOf(now.text) === before?.digest) return { how: 'unchanged' };
  if (digestOf(now.text) === after) {
    if (before === undefined) return { how: 'removed', act: () => rmSync(now.target) };
    if (backup !== undefined)
      return { how: 'restored', act: () => replaceFile(now.target, { text: backup, mode: before.mode }) };
  }
  return changedStep(file, { now, backup, purge });
}

interface ChangedFile {
  readonly now: { readonly text: string; readonly target: string; readonly mode: number };
  readonly backup: string | undefined;
  readonly purge: boolean;
}

/** Somebody has changed the file since. */
function changedStep({ host, before, pieces }: Installed, { now, backup, purge }: ChangedFile): UndoStep {
  const remove: UndoStep = { how: 'removed', act: () => rmSync(now.target) };
  if (host === 'policy')
    return purge ? remove : { how: 'kept', why: 'you have changed it since; --purge removes it too' };
  const without = removePieces(now.text, pieces, backup);
  if ('refused' in without) return { how: 'failed', why: without.refused };
  const { text } = without;
  // Of a file that we created, only other people's additions are worth keeping.
  if (text === undefined || (before === undefined && text.trim() === '')) return remove;
  return {
    how: 'cleaned',
    why: 'it was changed since, so only our entries were taken out',
    act: () => replaceFile(now.target, { text, mode: now.mode }),
  };
}
