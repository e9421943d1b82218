import { lstatSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Entry, HeldName, World } from '@permesso/engine/world';
import { comparedPath, machinePath } from './machine-path.ts';
import { readScript } from './read-script.ts';
import { isPlainBelow, isPlainIn } from './plain-below.ts';
import { readRepository } from './read-repository.ts';
import { recoverableIn } from './recoverable.ts';

export interface ReadWorldOptions {
  /**
   * Where the person started the session; its project is the working directory. Defaults to this process's directory.
   */
  readonly root?: string;
  /** Where the call starts, which a model may choose: only its relative paths start there. Defaults to `root`. */
  readonly cwd?: string;
  /** Defaults to the project around `root`. */
  readonly project?: string;
  /** Defaults to the project alone. */
  readonly workingDirectories?: readonly string[];
}

/**
 * The only reader of this machine. A world is a snapshot for one decision: it remembers every answer, so that all
 * stages see the same. Create a new one for the next call.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import { readWorld } from '@permesso/gate/world';
 * const gate = createGate({ policy: {}, world: ({ cwd }) => readWorld({ root: '/srv/app', ...(cwd === undefined ? {} : { cwd }) }) });
 * ```
 */
export function readWorld(options: ReadWorldOptions = {}): World {
  const root = resolve(machinePath(options.root ?? process.cwd()));
  const cwd = resolve(root, machinePath(options.cwd ?? '.'));
  const entry = remembering(readEntry);
  const project =
    options.project === undefined ? findProject(root, entry) : resolve(root, machinePath(options.project));
  const home = resolve(homedir());
  const world: World = {
    cwd: comparedPath(cwd),
    project: comparedPath(project),
    workingDirectories: (options.workingDirectories ?? [project]).map((each) =>
      comparedPath(resolve(root, machinePath(each))),
    ),
    home: comparedPath(home),
    now: Date.now(),
    caseInsensitive: ignoresCase(project),
    ...(process.platform === 'win32' ? { platform: 'win32' as const } : {}),
    entry,
    holds: remembering(readHeld),
    text: remembering(readSmallText),
    script: (script) => readScript({ ...script, directory: machinePath(script.directory) }),
    hasOtherNames: (path) => hasOtherNames(machinePath(path)),
    repository: remembering((directory) => readRepository(directory, home)),
  };
  // Windows: what can be brought back, and which names are plain, is not looked at.
  if (world.platform === 'win32') return world;
  return {
    ...world,
    recoverable: remembering(recoverableIn(world)),
    plainBelow: remembering((directory) => isPlainBelow(directory, project)),
    plainIn: (commit) => isPlainIn(commit, project),
  };
}

/** The nearest ancestor that is a repository or holds a policy; the directory itself when there is none. */
function findProject(root: string, entry: (path: string) => Entry): string {
  for (let directory = root; ; directory = dirname(directory)) {
    for (const name of ['.git', '.permesso']) {
      const { is } = entry(join(directory, name));
      if (is !== 'missing' && is !== 'unknown') return directory;
    }
    if (dirname(directory) === directory) return root;
  }
}

/** The same question gets the same answer as long as the world lives. */
function remembering<T>(read: (path: string) => T): (path: string) => T {
  const answers = new Map<string, { readonly answer: T }>();
  return (path) => {
    const known = answers.get(path) ?? { answer: read(machinePath(path)) };
    answers.set(path, known);
    return known.answer;
  };
}

function readHeld(directory: string): readonly HeldName[] | undefined {
  try {
    return readdirSync(directory, { withFileTypes: true }).map((held) => ({
      name: held.name,
      is: held.isSymbolicLink() ? 'link' : held.isDirectory() ? 'directory' : 'file',
    }));
  } catch (error) {
    return codeOf(error) === 'ENOTDIR' || codeOf(error) === 'ENOENT' ? [] : undefined;
  }
}

/** A hidden file can be read under its other name; what cannot be looked at may have one. */
function hasOtherNames(path: string): boolean {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found !== undefined && !found.isDirectory() && found.nlink > 1;
  } catch {
    return true;
  }
}

/** Longer lists of what is ignored are made by programs. */
const longestText = 65_536;

function readSmallText(path: string): string | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found?.isFile() !== true || found.size > longestText) return undefined;
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'error') throw error;
    return undefined;
  }
}

function readEntry(path: string): Entry {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined) return { is: 'missing' };
    if (found.isSymbolicLink()) return readLink(path);
    return { is: found.isDirectory() ? 'directory' : 'file' };
  } catch (error) {
    const code = codeOf(error);
    // A name below a file: nothing is there.
    return code === 'ENOTDIR'
      ? { is: 'missing' }
      : { is: 'unknown', reason: `${path} cannot be read: ${code}` };
  }
}

function readLink(path: string): Entry {
  const bytes = readlinkSync(path, { encoding: 'buffer' });
  const target = comparedPath(bytes.toString('utf8'));
  // A relative target of Windows, a share, a device.
  if (process.platform === 'win32' && /[:\\]/u.test(target))
    return { is: 'unknown', reason: `the link ${path} leads to ${target}` };
  // A target that is not UTF-8 would silently become another name.
  return Buffer.from(bytes.toString('utf8'), 'utf8').equals(bytes)
    ? { is: 'link', target }
    : { is: 'unknown', reason: `the link ${path} leads to a name that is not UTF-8` };
}

/** Whether the volume takes `/SRC` for `/src`: asked of the project directory itself. */
function ignoresCase(directory: string): boolean {
  const swapped = swapCase(directory);
  if (swapped === directory) return process.platform === 'darwin' || process.platform === 'win32';
  try {
    const here = lstatSync(directory, { throwIfNoEntry: false });
    const there = lstatSync(swapped, { throwIfNoEntry: false });
    return here !== undefined && there !== undefined && here.ino === there.ino && here.dev === there.dev;
  } catch (error) {
    // Unreadable: the answer that suspects more.
    return codeOf(error) !== '';
  }
}

function swapCase(text: string): string {
  return Array.from(text, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  ).join('');
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'error';
}
