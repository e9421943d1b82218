import { statSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '../../call/is-record.ts';
import { makeFolder } from '../../world/make-folder.ts';
import { readText } from '../../world/read-text.ts';
import { replaceFile } from '../../world/replace-file.ts';
import { withLock } from '../../world/with-lock.ts';
import { digestOfMod } from './mod-digest.ts';

/** A mod that the person trusts: exactly this content, under this name. */
export interface TrustedMod {
  readonly name: string;
  readonly digest: string;
  /** ISO date and time. */
  readonly at: string;
}

export interface TrustedMods {
  readonly mods: readonly TrustedMod[];
  /** Why no mod is trusted, where the file cannot be used. */
  readonly problem?: string;
}

/** In the state, which agents may not write. */
function trustedModsFile(state: string): string {
  return join(state, 'trusted-mods.json');
}

export function readTrustedMods(state: string): TrustedMods {
  const file = trustedModsFile(state);
  const read = readText(file);
  if ('missing' in read) return { mods: [] };
  const broken = (why: string): TrustedMods => ({ mods: [], problem: `${file}: no mod is trusted: ${why}` });
  if ('unreadable' in read) return broken(read.unreadable);
  if (isWritableByOthers(file)) return broken('others may write the file');
  return parse(read.text) ?? broken('the file is damaged; fix: remove it, and trust the mods again');
}

/** Asked by the guard mod, each time a mod that touches permissions wants to be loaded. */
export function isTrustedMod(
  { name, root }: { readonly name: string; readonly root: string },
  state: string,
): boolean {
  const { mods } = readTrustedMods(state);
  if (!mods.some((mod) => mod.name === name)) return false;
  const found = digestOfMod(root);
  return 'digest' in found && mods.some((mod) => mod.name === name && mod.digest === found.digest);
}

export async function changeTrustedMods(
  state: string,
  change: (mods: readonly TrustedMod[]) => readonly TrustedMod[],
): Promise<void> {
  makeFolder(state);
  const file = trustedModsFile(state);
  await withLock(file, () => {
    const { mods, problem } = readTrustedMods(state);
    if (problem !== undefined) throw new Error(problem);
    const text = JSON.stringify({ version: 1, mods: change(mods) }, undefined, 2);
    replaceFile(file, { text: `${text}\n`, mode: 0o600 });
  });
}

function isWritableByOthers(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  return process.platform !== 'win32' && found !== undefined && (found.mode & 0o022) !== 0;
}

function parse(text: string): TrustedMods | undefined {
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  if (!isRecord(said) || said['version'] !== 1 || !Array.isArray(said['mods'])) return undefined;
  const mods: readonly unknown[] = said['mods'];
  return mods.every(isTrusted) ? { mods } : undefined;
}

function isTrusted(value: unknown): value is TrustedMod {
  return isRecord(value) && ['name', 'digest', 'at'].every((key) => typeof value[key] === 'string');
}
