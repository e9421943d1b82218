import {
  closeSync,
  fchmodSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { randomBytes } from 'node:crypto';
import { basename, dirname, join } from 'node:path';

/**
 * Readers see the whole old text or the whole new one, whatever happens: it is written to a temporary file, flushed,
 * and renamed.
 */
export function replaceFile(
  path: string,
  { text, mode }: { readonly text: string; readonly mode: number },
): void {
  const directory = dirname(path);
  const beside = join(directory, `${prefixOf(path)}${randomBytes(6).toString('hex')}`);
  const file = openSync(beside, 'wx', mode);
  try {
    writeFileSync(file, text);
    // The process's umask has removed bits from the mode.
    fchmodSync(file, mode);
    fsyncSync(file);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  renameSync(beside, path);
  flushDirectory(directory);
}

/** Without this a power failure could lose the new name. Some systems cannot do it; the rename still applies. */
function flushDirectory(directory: string): void {
  if (process.platform === 'win32') return;
  const file = openSync(directory, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function prefixOf(path: string): string {
  return `.${basename(path)}.new-`;
}

/**
 * Removes what killed writers left behind. Only for the holder of the file's lock: it would remove a living writer's
 * file too.
 */
export function removeLeftovers(path: string): void {
  const directory = dirname(path);
  for (const name of readdirSync(directory)) {
    if (name.startsWith(prefixOf(path))) rmSync(join(directory, name), { force: true });
  }
}
