import { statSync } from 'node:fs';
import { isOpen, readText } from '@permesso/gate/disk';
import { UsageError } from '../command.ts';

/** The text of a file that only its owner can read. Secrets come from files because every user can see arguments. */
export function privateText(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile() !== true) throw new UsageError(`${path} is not a file`);
  const mode = found.mode & 0o777;
  if (isOpen(found, 0o077))
    throw new UsageError(
      `${path} can be read by other users (mode ${mode.toString(8).padStart(4, '0')}); fix: chmod 600 ${path}`,
    );
  const read = readText(path);
  if (!('text' in read)) throw new UsageError(`${path} cannot be read`);
  return read.text.trim();
}
