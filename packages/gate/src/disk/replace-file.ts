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
 * The whole new text or the whole old one, whatever happens in between: written beside it, flushed, renamed over it.
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
    // The process's umask took its part of the mode.
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

/** Without it a power cut could forget the new name. Some systems cannot do this; the rename is still in effect. */
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

/** What killed writers left behind. Only for the holder of the file's lock: a living writer's would go too. */
export function removeLeftovers(path: string): void {
  const directory = dirname(path);
  for (const name of readdirSync(directory)) {
    if (name.startsWith(prefixOf(path))) rmSync(join(directory, name), { force: true });
  }
}
