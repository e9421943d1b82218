import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isRecord, parseJson } from '@permesso/engine/call';
import { errorCode, readText } from './read-text.ts';

export interface NamedPackage {
  readonly name: string;
  readonly version: string;
}

/** How far above a program its package may be. */
const mostFolders = 6;

/** The npm package that a file belongs to, after resolving links; undefined if none. */
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

/** A path whose links cannot be resolved is used as it is. */
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
  // A package may contain a nested package.json that only sets the module type.
  return isRecord(said) && typeof said['name'] === 'string' && typeof said['version'] === 'string'
    ? { name: said['name'], version: said['version'] }
    : undefined;
}
