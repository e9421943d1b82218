import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../disk/read-text.ts';

/** The file being written; full ones are `log.000001.jsonl` and so on. */
export const activeName = 'log.jsonl';
export const headName = 'head.json';
export const lockName = 'lock';

const full = /^log\.(\d{6,9})\.jsonl$/;

export function fullName(number: number): string {
  return `log.${String(number).padStart(6, '0')}.jsonl`;
}

/** Numbers of the full files, oldest first. */
export function fullNumbers(directory: string): readonly number[] {
  return names(directory)
    .map((name) => full.exec(name)?.[1])
    .filter((number) => number !== undefined)
    .map(Number)
    .toSorted((a, b) => a - b);
}

/** All files of a log, oldest first. */
export function logFiles(directory: string): readonly string[] {
  const active = names(directory).includes(activeName) ? [activeName] : [];
  return [...fullNumbers(directory).map(fullName), ...active].map((name) => join(directory, name));
}

function names(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
