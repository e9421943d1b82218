import type { Directory } from './invocation.ts';

/**
 * Every directory in which the shell may be at one point of the text. `cd a; x` leaves two, because the `cd` may have failed;
 * `cd a && x` leaves one for `x`. None at all means that the point is never reached.
 */
export interface PossibleDirectories {
  readonly directories: readonly string[];
  /** The reason why it could be anywhere. */
  readonly lost?: string;
}

export const AT_START: PossibleDirectories = { directories: ['.'] };
/** The root of the repository, or of a drive if its letter follows; a shell text cannot contain this character. */
export const TOPLEVEL = '~\0';
export const NOWHERE: PossibleDirectories = { directories: [] };

const MOST_DIRECTORIES = 4;

export function unknownDirectory(reason: string): PossibleDirectories {
  return { directories: [], lost: reason };
}

export function either(first: PossibleDirectories, second: PossibleDirectories): PossibleDirectories {
  if (first === second || first.lost !== undefined) return first;
  if (second.lost !== undefined) return second;
  const directories = [...new Set([...first.directories, ...second.directories])];
  return directories.length > MOST_DIRECTORIES
    ? unknownDirectory('too many possible directories')
    : { directories };
}

export function covers(outer: PossibleDirectories, inner: PossibleDirectories): boolean {
  if (outer.lost !== undefined) return true;
  if (inner.lost !== undefined) return false;
  return inner.directories.every((directory) => outer.directories.includes(directory));
}

export function moved(from: PossibleDirectories, path: string): PossibleDirectories {
  if (from.lost !== undefined) return isAnchored(path) ? { directories: [join('.', path)] } : from;
  return { directories: [...new Set(from.directories.map((directory) => join(directory, path)))] };
}

export function directoryOf(here: PossibleDirectories): Directory {
  if (here.lost !== undefined) return { unknown: here.lost };
  const [known, ...otherwise] = here.directories;
  if (known === undefined) return { unknown: 'the text never gets here' };
  return otherwise.length === 0 ? { known } : { known, otherwise };
}

function isAnchored(path: string): boolean {
  return path.startsWith('/') || path === '~' || path.startsWith('~/') || path.startsWith(TOPLEVEL);
}

/** Resolves a path as `cd` does by default: as text, with `..` removing the part before it. */
function join(directory: string, path: string): string {
  const joined = isAnchored(path) ? path : `${directory}/${path}`;
  const root = joined.startsWith('/') ? '/' : '';
  const parts: string[] = [];
  for (const part of joined.split('/')) {
    if (part === '' || part === '.') continue;
    const last = parts.at(-1);
    if (part !== '..') parts.push(part);
    else if (last !== undefined && last !== '..' && last !== '~' && !last.startsWith(TOPLEVEL)) parts.pop();
    else if (root === '') parts.push(part);
  }
  const text = root + parts.join('/');
  if (text === '') return '.';
  return isAnchored(text) && !isAnchored(joined) ? `./${text}` : text;
}
