import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isRecord } from '@permesso/engine/call';
import { errorCode } from '../disk/read-text.ts';
import { isGone, ownMark, parseMark, type ProcessMark } from '../disk/process-mark.ts';
import { unlessBusy, withLock } from '../disk/with-lock.ts';
import { badProfile } from './read-profile.ts';

/**
 * A protected place that is not there yet can only be mounted read-only if something is there. So an empty file or
 * directory is made for as long as a command runs. The engine would do the same, but for one process alone: a second
 * process that removes its own while the first still runs takes the protection from it. Here all processes of a person
 * share one list, and the last one removes; what a killed process left is removed by the next.
 */
export interface Placeholders {
  /** The places to mount read-only: the protected ones, or empty placeholders for them. */
  readonly places: readonly string[];
  readonly release: () => Promise<void>;
}

interface HeldPlace {
  readonly path: string;
  readonly users: readonly ProcessMark[];
}

export async function holdPlaces(folder: string, protectedPlaces: readonly string[]): Promise<Placeholders> {
  const file = join(folder, 'placeholders.json');
  const mark = ownMark();
  // Most calls find everything there and nobody else at it.
  if (readHeld(file).length === 0 && protectedPlaces.every(isThere))
    return { places: protectedPlaces, release: async () => {} };
  return locked(file, () => {
    const held = removeUnused(readHeld(file));
    const made = new Set(held.map(({ path }) => path));
    const isReal = (path: string): boolean => !made.has(path) && isThere(path);
    const places = [...new Set(protectedPlaces.map((path) => firstMissing(path, isReal) ?? path))];
    const mine = new Set(places.filter((path) => !isReal(path)));
    const others = held.filter(({ path }) => !mine.has(path));
    const next = [...mine].map((path) => ({
      path,
      users: [...(held.find((each) => each.path === path)?.users ?? []), mark],
    }));
    // Written first: a process that dies between the two leaves a name that is removed, or not there.
    writeHeld(file, [...others, ...next]);
    for (const path of mine) make(path, protectedPlaces);
    return { places, release: () => locked(file, () => letGo(file, mine)) };
  });
}

function letGo(file: string, mine: ReadonlySet<string>): void {
  const held = readHeld(file).map(({ path, users }) =>
    mine.has(path) ? { path, users: withoutOne(users, ownMark()) } : { path, users },
  );
  writeHeld(file, removeUnused(held));
}

/** The first part of the path that is missing: nothing can be made below that. */
function firstMissing(path: string, isReal: (path: string) => boolean): string | undefined {
  let missing: string | undefined;
  for (let at = path; at !== dirname(at); at = dirname(at)) if (!isReal(at)) missing = at;
  return missing;
}

function isThere(path: string): boolean {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found?.isSymbolicLink() === true && statSync(path, { throwIfNoEntry: false }) === undefined)
      throw badProfile(`${path} is protected and a link to nothing, which nothing can be mounted on`);
    return found !== undefined;
  } catch (error) {
    if (errorCode(error) === 'ENOTDIR') return false;
    throw error;
  }
}

function make(path: string, protectedPlaces: readonly string[]): void {
  // Git passes over an empty directory of this name as if it were not there; an empty file is an error to it.
  const isFile = protectedPlaces.includes(path) && basename(path) !== '.git';
  try {
    if (isFile) writeFileSync(path, '', { flag: 'wx', mode: 0o444 });
    else mkdirSync(path, { mode: 0o555 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

/** Removes what nobody uses any more; what cannot be removed now is tried again at the next call. */
function removeUnused(held: readonly HeldPlace[]): readonly HeldPlace[] {
  return held
    .map(({ path, users }) => ({ path, users: users.filter((user) => !isGone(user)) }))
    .filter(({ path, users }) => users.length > 0 || !removeOpening(path));
}

/** A command may have closed the directory to its owner: it is opened for the moment. */
function removeOpening(path: string): boolean {
  if (removeEmpty(path)) return true;
  const parent = dirname(path);
  const found = lstatSync(parent, { throwIfNoEntry: false });
  if (found?.isDirectory() !== true || found.uid !== process.getuid?.()) return false;
  chmodSync(parent, 0o700);
  try {
    return removeEmpty(path);
  } finally {
    chmodSync(parent, found.mode & 0o7777);
  }
}

/** Only if it is still as empty as it was made. False where the directory does not let us. */
function removeEmpty(path: string): boolean {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found?.isFile() === true && found.size === 0 && (found.mode & 0o222) === 0) unlinkSync(path);
    else if (found?.isDirectory() === true && (found.mode & 0o222) === 0) rmdirSync(path);
    return true;
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EACCES') return false;
    // Something was put into it since, or the project is gone: then it is not ours.
    if (!['ENOTEMPTY', 'ENOENT', 'ENOTDIR', 'EROFS'].includes(code)) throw error;
    return true;
  }
}

function withoutOne(users: readonly ProcessMark[], mark: ProcessMark): readonly ProcessMark[] {
  const at = users.findIndex(({ pid, started }) => pid === mark.pid && started === mark.started);
  return users.filter((_, each) => each !== at);
}

function readHeld(file: string): readonly HeldPlace[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
  const said: unknown = JSON.parse(text);
  if (!Array.isArray(said)) throw new Error(`${file} is damaged; fix: remove it`);
  return said.flatMap((each: unknown) => {
    if (!isRecord(each) || typeof each['path'] !== 'string' || !Array.isArray(each['users'])) return [];
    const users = each['users'].flatMap((user) => parseMark(JSON.stringify(user)) ?? []);
    return [{ path: each['path'], users }];
  });
}

/** Not flushed to the disk: after a power cut no command runs that would need it. */
function writeHeld(file: string, held: readonly HeldPlace[]): void {
  const beside = `${file}.new`;
  writeFileSync(beside, JSON.stringify(held), { mode: 0o600 });
  renameSync(beside, file);
}

/** At once where nobody else is at it; the lock that waits its turn costs more than the work. */
async function locked<T>(file: string, work: () => T): Promise<T> {
  const done = unlessBusy(file, () => ({ result: work() }));
  return done === undefined ? withLock(file, work) : done.result;
}
