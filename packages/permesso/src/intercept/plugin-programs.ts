import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { realPath } from '@permesso/gate/disk';
import type { HookProgram } from './ask-hook.ts';

export interface ProgramPaths {
  /** The folder of the plugin's own file. */
  readonly here: string;
  /** The project, whose own programs are not trusted. */
  readonly directory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** This process, if it is node: a program with its own runtime is not. */
  readonly own?: string;
}

/** Plugins have no timeout, so a person may take their time. */
const deadline = 600;

const hooks = ['hook.cjs', '../hook.cjs', '../../hook.cjs', '../../cli/hook.js', '../../cli/hook.ts'];

export function findPrograms(around: ProgramPaths): HookProgram | { readonly missing: string } {
  const hook = hooks.map((path) => join(around.here, path)).find((path) => existsSync(path));
  if (hook === undefined) return { missing: `there is no hook beside ${around.here}` };
  const node = findNode(around);
  return node === undefined ? { missing: 'there is no node on PATH' } : { node, hook, deadline };
}

/** From PERMESSO_NODE, or on PATH: a repository must not supply the program that decides about it. */
function findNode({ env, directory, own }: ProgramPaths): string | undefined {
  const named = env['PERMESSO_NODE'];
  // Some programs read the project's `.env`, which may name a program of its own.
  if (named !== undefined && isAbsolute(named)) return isBrought(named, directory) ? undefined : named;
  if (own !== undefined) return own;
  return (env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, 'node'))
    .find((path) => isProgram(path) && !isBrought(path, directory));
}

/** By its written path and its real one: `/proc/self/cwd` and links lead into the project too. */
function isBrought(path: string, directory: string): boolean {
  const roots = [directory, realPath(directory) ?? directory];
  return [path, realPath(dirname(path)) ?? path].some((each) =>
    roots.some((root) => `${each}/`.startsWith(root.endsWith('/') ? root : `${root}/`)),
  );
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
}
