import { namesInFolder } from '../disk/private-file.ts';
import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../disk/read-text.ts';
import { privateDirectory } from '../disk/private-file.ts';
import type { AfterCall, BegunUndo, Manifest, Restored } from './manifest.ts';

/** One kept call: its folder is named by when it ends to be kept, its id, and its bytes, so that a listing tells all that counts. */
export interface KeptCall {
  readonly id: string;
  readonly folder: string;
  readonly until: number;
  readonly bytes: number;
}

export function keptFolder(state: string): string {
  return join(state, 'kept');
}

const named = /^([0-9a-z]{9})-([0-9a-f]{12})-(\d{1,15})$/u;
const making = /^\.making-[0-9a-f]{12}$/u;

/** A call that made no folder of its own within this time never will. */
const longestMaking = 60 * 60_000;

/** The newest first. What has another name does not count. */
export function keptCalls(state: string): readonly KeptCall[] {
  const folder = keptFolder(state);
  return namesInFolder(folder)
    .flatMap((name): readonly KeptCall[] => {
      const [, until = '', id = '', bytes = ''] = named.exec(name) ?? [];
      if (id === '') return [];
      return [{ id, folder: join(folder, name), until: Number.parseInt(until, 36), bytes: Number(bytes) }];
    })
    .toSorted((a, b) => (a.folder < b.folder ? 1 : -1));
}

export function readManifest({ folder }: KeptCall): Manifest | undefined {
  return readJson(join(folder, 'manifest.json')) as Manifest | undefined;
}

export function readAfter({ folder }: KeptCall): AfterCall | undefined {
  return readJson(join(folder, 'after.json')) as AfterCall | undefined;
}

export function readRestored({ folder }: KeptCall): Restored | undefined {
  return readJson(join(folder, 'restored.json')) as Restored | undefined;
}

export function readBegun({ folder }: KeptCall): BegunUndo | undefined {
  return readJson(join(folder, begun)) as BegunUndo | undefined;
}

export function beginUndo({ folder }: KeptCall, value: BegunUndo): void {
  writeBeside(folder, begun, value);
}

export function endUndo({ folder }: KeptCall, value: Restored): void {
  writeBeside(folder, 'restored.json', value);
  rmSync(join(folder, begun), { force: true });
}

const begun = 'begun.json';

/** Beside the manifest, whole or not at all. */
export function writeBeside(folder: string, name: string, value: AfterCall | BegunUndo | Restored): void {
  const beside = join(folder, `.${name}-${randomBytes(4).toString('hex')}`);
  writeFileSync(beside, JSON.stringify(value), { mode: 0o600, flag: 'wx' });
  renameSync(beside, join(folder, name));
}

/** A folder to keep into: nothing of it counts before it has its name. */
export function openMaking(state: string): { readonly id: string; readonly folder: string } {
  const all = privateDirectory(keptFolder(state));
  const id = randomBytes(6).toString('hex');
  const folder = join(all, `.making-${id}`);
  privateDirectory(folder);
  return { id, folder };
}

/** From here on it is kept. */
export function finishMaking(
  state: string,
  {
    id,
    folder,
    until,
    bytes,
  }: { readonly id: string; readonly folder: string; readonly until: number; readonly bytes: number },
): void {
  const name = `${until.toString(36).padStart(9, '0')}-${id}-${bytes}`;
  renameSync(folder, join(keptFolder(state), name));
}

/** What is over, and what a killed process began. */
export function dropOld(state: string, now: number): void {
  for (const call of keptCalls(state)) if (call.until < now) dropCall(call);
  for (const name of namesInFolder(keptFolder(state)).filter((each) => making.test(each))) {
    const folder = join(keptFolder(state), name);
    const found = statSync(folder, { throwIfNoEntry: false });
    if (found !== undefined && now - found.mtimeMs > longestMaking)
      rmSync(folder, { recursive: true, force: true });
  }
}

export function dropCall({ folder }: Pick<KeptCall, 'folder'>): void {
  rmSync(folder, { recursive: true, force: true });
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError || errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
