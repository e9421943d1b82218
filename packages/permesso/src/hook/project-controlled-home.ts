import { userInfo } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { realPath, type Places } from '@permesso/gate/disk';
import { projectAround } from './session-place.ts';

/**
 * Why the person's own policy cannot be believed: it lies in the project. A repository can set HOME and XDG_CONFIG_HOME
 * for the hooks of an agent (`.env`, `env` in the project's settings), so that its own files pass for the person's.
 * Undefined where there is no such suspicion, as for somebody who works in their home itself.
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

/** By its real name, as far as it exists. */
function futurePath(path: string): string {
  const real = realPath(path);
  if (real !== undefined) return real;
  return dirname(path) === path ? path : join(futurePath(dirname(path)), relative(dirname(path), path));
}

/** By the machine's list of accounts, which no variable changes. */
function accountHome(): string | undefined {
  try {
    return userInfo().homedir;
  } catch (error) {
    // A container may run under a number that nobody has listed.
    if (error instanceof Error) return undefined;
    throw error;
  }
}
