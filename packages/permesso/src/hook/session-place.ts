import { dirname, isAbsolute, relative, sep } from 'node:path';
import { readRepository, realPath } from '@permesso/gate/disk';
import type { HookHost } from '@permesso/gate/payloads';

/** Where the person started the session, and where in it the program works now. */
export interface SessionPlace {
  readonly root: string;
  readonly cwd: string;
}

/**
 * Where the program was started, as it tells its hooks by other means than a payload: by a variable that it sets itself, or by
 * the directory that it starts them in.
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
 * A program whose directory has left the project that it was started in, as after `cd` in a shell that lives on, still works
 * for that project: the rules of the place where it went are not the person's choice.
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
