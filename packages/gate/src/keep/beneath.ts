import { closeSync, constants, mkdirSync, openSync, lstatSync } from 'node:fs';
import { errorCode } from '../disk/read-text.ts';
import { bytesOf } from './manifest.ts';

const { O_DIRECTORY, O_NOFOLLOW, O_RDONLY } = constants;

/** A directory that is held open, so that a name in it is that name and nothing a link leads to. */
export interface HeldDirectory {
  /** The path of a name in it. */
  readonly at: (name: Buffer) => Buffer;
  readonly close: () => void;
}

/** Something blocks a path: a link, or a file where a directory was. */
export class InTheWay extends Error {}

const slash = Buffer.from('/');

/**
 * Opens the directory of a path step by step, without following a link that somebody laid since. Directories that are gone
 * are made.
 */
export function openParent(path: string): HeldDirectory & { readonly name: Buffer } {
  const names = path.split('/').slice(1).map(bytesOf);
  const name = names.pop() ?? Buffer.alloc(0);
  let at = slash;
  let held: number | undefined;
  const through = process.platform === 'linux';
  const inside = (next: Buffer): Buffer =>
    Buffer.concat(through && held !== undefined ? [Buffer.from(`/proc/self/fd/${held}/`), next] : [at, next]);
  try {
    held = openSync(at, O_RDONLY | O_DIRECTORY);
    for (const next of names) {
      const own = inside(next);
      if (lstatSync(own, { throwIfNoEntry: false }) === undefined) makeDirectory(own);
      const opened = openStep(own, next);
      closeSync(held);
      held = opened;
      at = Buffer.concat([at, next, slash]);
    }
  } catch (error) {
    if (held !== undefined) closeSync(held);
    throw error;
  }
  const open = held;
  return { name, at: inside, close: () => closeSync(open) };
}

function openStep(path: Buffer, name: Buffer): number {
  try {
    return openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ELOOP' || code === 'ENOTDIR')
      throw new InTheWay(`${name.toString('utf8')} is not a directory any more`);
    throw error;
  }
}

function makeDirectory(path: Buffer): void {
  try {
    mkdirSync(path, { mode: 0o755 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}
