import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { isRecord } from '@permesso/engine/call';
import { makeFolder } from './make-folder.ts';
import { readText } from './read-text.ts';
import { isOpen } from './private-file.ts';
import { replaceFile } from './replace-file.ts';
import { withLock } from './with-lock.ts';

/** A list of what a person trusts, in a file of their own. An unreliable file trusts nothing. */
export interface TrustFile<T> {
  readonly file: string;
  /** The key of the list in the file. */
  readonly list: string;
  readonly isItem: (value: unknown) => value is T;
  /** The text for the person if the file cannot be used. */
  readonly says: (cause: TrustFileProblem) => string;
}

export type TrustFileProblem =
  | { readonly is: 'writable by others' | 'damaged' }
  | { readonly is: 'unreadable'; readonly why: string };

export interface TrustedItems<T> {
  readonly items: readonly T[];
  readonly problem?: string;
}

export function readTrustFile<T>({ file, list, isItem, says }: TrustFile<T>): TrustedItems<T> {
  const read = readText(file);
  if ('missing' in read) return { items: [] };
  const broken = (cause: TrustFileProblem): TrustedItems<T> => ({ items: [], problem: says(cause) });
  if (isWritableByOthers(file)) return broken({ is: 'writable by others' });
  if ('unreadable' in read) return broken({ is: 'unreadable', why: read.unreadable });
  const said = parsed(read.text);
  const items: unknown = isRecord(said) && said['version'] === 1 ? said[list] : undefined;
  return Array.isArray(items) && items.every(isItem) ? { items } : broken({ is: 'damaged' });
}

export async function changeTrustFile<T>(
  trust: TrustFile<T>,
  change: (items: readonly T[]) => readonly T[],
): Promise<void> {
  const { file, list } = trust;
  makeFolder(dirname(file));
  await withLock(file, () => {
    const { items, problem } = readTrustFile(trust);
    if (problem !== undefined) throw new Error(`${file}: ${problem}; fix or remove it`);
    const text = JSON.stringify({ version: 1, [list]: change(items) }, undefined, 2);
    replaceFile(file, { text: `${text}\n`, mode: 0o600 });
  });
}

function isWritableByOthers(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  return found !== undefined && isOpen(found, 0o022);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Invalid JSON is treated like a list of something else.
    return undefined;
  }
}
