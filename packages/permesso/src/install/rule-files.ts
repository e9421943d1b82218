import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '@permesso/gate/disk';
import type { RuleSource } from './installer.ts';

/** The files that a source names, whether or not they exist; for a folder, those with its ending. */
export function ruleFiles({ path, ending }: RuleSource): readonly string[] {
  if (ending === undefined) return [path];
  try {
    return readdirSync(path)
      .filter((name) => name.endsWith(ending))
      .toSorted()
      .map((name) => join(path, name));
  } catch (error) {
    if (['ENOENT', 'ENOTDIR', 'EACCES'].includes(errorCode(error))) return [];
    throw error;
  }
}
