import { randomBytes } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { namesInFolder, privateDirectory, writePrivate } from '@permesso/gate/disk';
import { keyLives } from './browser-session.ts';

/** A file that opens the console in a browser. */
export interface LaunchFile {
  readonly file: string;
  readonly remove: () => void;
}

/**
 * Every account of a machine can see command lines. So the browser is given a file that only this person can read,
 * and the file redirects to the URL with the key.
 */
export function writeLaunchFile(state: string, address: string): LaunchFile {
  const directory = privateDirectory(join(state, 'way-in'));
  removeOld(directory);
  const file = join(directory, `${randomBytes(8).toString('hex')}.html`);
  writePrivate(
    file,
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Permesso</title>` +
      `<meta name="referrer" content="no-referrer">` +
      `<meta http-equiv="refresh" content="0;url=${address}"><a href="${address}">Permesso</a></html>\n`,
  );
  return { file, remove: () => rmSync(file, { force: true }) };
}

/** Left by processes that were killed; their keys no longer work. */
function removeOld(directory: string): void {
  for (const name of namesInFolder(directory)) {
    const written = statSync(join(directory, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (Date.now() - written > keyLives) rmSync(join(directory, name), { force: true });
  }
}
