import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isRecord, parseJson } from '@permesso/engine/call';
import { errorCode, readText } from './read-text.ts';

export interface NamedPackage {
  readonly name: string;
  readonly version: string;
}

/** A program of a package lies a few folders below it. */
const mostFolders = 6;

/** The npm package that a file belongs to, behind its links; nothing where it belongs to none. */
export function packageAround(file: string): NamedPackage | undefined {
  let folder = dirname(targetOf(file));
  for (let climbed = 0; climbed < mostFolders; climbed++) {
    const found = packageIn(folder);
    if (found !== undefined) return found;
    const above = dirname(folder);
    if (above === folder) return undefined;
    folder = above;
  }
  return undefined;
}

/** A path whose links cannot be followed is used as it is. */
export function targetOf(file: string): string {
  try {
    return realpathSync(file);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP'].includes(errorCode(error))) return file;
    throw error;
  }
}

function packageIn(folder: string): NamedPackage | undefined {
  const read = readText(join(folder, 'package.json'));
  if (!('text' in read)) return undefined;
  const said: unknown = parseJson(read.text);
  // Folders of a package may hold one that only says which modules they have.
  return isRecord(said) && typeof said['name'] === 'string' && typeof said['version'] === 'string'
    ? { name: said['name'], version: said['version'] }
    : undefined;
}
