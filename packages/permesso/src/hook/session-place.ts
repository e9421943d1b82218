import { dirname, isAbsolute, relative, sep } from 'node:path';
import { readRepository, realPath } from '@permesso/gate/disk';
import type { HookHost } from '@permesso/gate/payloads';

/** Where the person started the session, and where in it the program works now. */
export interface SessionPlace {
  readonly root: string;
  readonly cwd: string;
}

/**
 * The start directory that a program passes to its hooks outside of the payload: in a variable that it sets itself,
 * or as the hook's working directory.
 */
export function startDirectory(
  { rootVariable }: Pick<HookHost, 'rootVariable'>,
  { env = process.env, cwd = process.cwd() }: HookStart = {},
): string {
  const told = rootVariable === undefined ? undefined : env[rootVariable];
  return told !== undefined && isAbsolute(told) ? told : cwd;
}

/** How a hook was started. */
export interface HookStart {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
}

/**
 * A program whose directory has left its project, e.g. after `cd` in a persistent shell, still works for that
 * project: the person did not choose the rules of the place it went to.
 */
export function sessionPlace(root: string, cwd: string = root): SessionPlace {
  const project = realPath(projectAround(root)) ?? root;
  const real = realPath(cwd);
  const below = real === undefined ? '..' : relative(project, real);
  const isInside = !isAbsolute(below) && below.split(sep)[0] !== '..';
  return { root, cwd: isInside ? cwd : root };
}

/** The nearest repository around a directory, or the directory itself. */
export function projectAround(directory: string): string {
  for (let at = directory; ; at = dirname(at)) {
    if (readRepository(at) !== undefined) return at;
    if (dirname(at) === at) return directory;
  }
}
