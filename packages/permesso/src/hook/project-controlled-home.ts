import { userInfo } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { realPath, type Places } from '@permesso/gate/disk';
import { projectAround } from './session-place.ts';

/**
 * Why the person's own policy cannot be trusted: it is inside the project. A repository can set HOME and
 * XDG_CONFIG_HOME for an agent's hooks (`.env`, `env` in the project's settings), so that its own files pass for the
 * person's. Undefined without such a suspicion, e.g. for somebody who works in their home itself.
 */
export function projectControlledHome({ config, state }: Places, cwd: string): string | undefined {
  const project = projectAround(futurePath(resolve(cwd)));
  const inside = [config, state].find((place) => isBelow(futurePath(place), project));
  if (inside === undefined) return undefined;
  const home = accountHome();
  if (home !== undefined && isBelow(futurePath(home), project)) return undefined;
  return `${inside} would hold your own rules and lies in the project ${project}: HOME, XDG_CONFIG_HOME or XDG_STATE_HOME was changed`;
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`);
}

/** The real path, as far as it exists. */
function futurePath(path: string): string {
  const real = realPath(path);
  if (real !== undefined) return real;
  return dirname(path) === path ? path : join(futurePath(dirname(path)), relative(dirname(path), path));
}

/** From the system's account list, which no variable changes. */
function accountHome(): string | undefined {
  try {
    return userInfo().homedir;
  } catch (error) {
    // A container may run under a uid without an account.
    if (error instanceof Error) return undefined;
    throw error;
  }
}
