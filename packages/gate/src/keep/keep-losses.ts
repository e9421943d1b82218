import { lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { KeptReceipt } from '@permesso/engine/decision';
import { isRegenerable, type Loss, redactSecrets } from '@permesso/engine/facts';
import type { GitLoss } from '@permesso/engine/world';
import { gitPlaces, type GitPlace } from './git/find-git.ts';
import { keepGit, type KeepGitOptions } from './git/keep-git.ts';
import { keepObjects } from './git/keep-objects.ts';
import { keepDirectory, keepTree, lostDirectories, newKeeping, type Keeping } from './keep-files.ts';
import { dropOld, finishMaking, openMaking } from './kept-folder.ts';
import { checkPlace, checkRoom, whyNot, type LookOptions } from './look.ts';
import type { KeptGit, Manifest } from './manifest.ts';
import { CannotKeep, namedBelow } from './walk-tree.ts';

/** The call that is about to run. */
export type KeptAbout = Pick<Manifest, 'tool' | 'label' | 'cwd' | 'project' | 'session' | 'host' | 'key'>;

export interface KeepOptions extends LookOptions {
  readonly about: KeptAbout;
  readonly isRecoverable: (path: string) => boolean;
  /** The verdict says that what is removed is kept: then all of it is, or this fails. */
  readonly isPromised: boolean;
  /** Whether nothing of the call can write to a file that it removes. */
  readonly onlyRemoves: boolean;
}

/**
 * Keeps what a call is about to remove, rename or overwrite. All or nothing: it counts once its folder has its final
 * name, whenever this process exits. Undefined if there is nothing to keep; rejects if what was promised cannot be
 * kept.
 */
export async function keepLosses(
  losses: readonly Loss[],
  options: KeepOptions,
): Promise<KeptReceipt | undefined> {
  const { state, now, settings, isPromised } = options;
  const wanted = losses.filter((loss) => isWanted(loss, options));
  if (wanted.length === 0) return undefined;
  dropOld(state, now);
  const { id, folder } = openMaking(state);
  try {
    mkdirSync(join(folder, 'data'), { mode: 0o700 });
    const into = newKeeping(folder);
    const git: KeptGit[] = [];
    const unkept: string[] = [];
    for (const loss of wanted) {
      const before = { length: into.items.length, bytes: into.bytes };
      try {
        await keepOne(loss, { into, git, options });
      } catch (error) {
        if (isPromised && isNeeded(loss)) throw error;
        takeBack(into, before);
        unkept.push(`${loss.path}: ${whyNot(error)}`);
      }
    }
    const files = into.items.filter(({ is }) => is !== 'directory').length;
    const isEmpty = into.items.length === 0 && git.length === 0;
    if (isEmpty) rmSync(folder, { recursive: true, force: true });
    if (isEmpty && unkept.length === 0) return undefined;
    const receipt = { id, files, bytes: into.bytes, ...(unkept.length === 0 ? {} : { unkept }) };
    if (isEmpty) return { ...receipt, id: '' };
    const { label, ...about } = options.about;
    const manifest: Manifest = {
      version: 1,
      id,
      at: now,
      ...about,
      label: redactSecrets(label).text.slice(0, 300),
      items: into.items,
      git,
      unkept,
      files,
      bytes: into.bytes,
    };
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest), { mode: 0o600, flag: 'wx' });
    finishMaking(state, { id, folder, until: now + settings.days * 86_400_000, bytes: into.bytes });
    return receipt;
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw new CannotKeep(whyNot(error));
  }
}

/** What is there, and git or a build does not bring back: an empty directory neither has. */
function isWanted({ path, names, how }: Loss, { isRecoverable }: KeepOptions): boolean {
  if (how === 'git') return true;
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return false;
  if (names !== undefined) return true;
  return !isRecoverable(path) || (how !== 'overwrites' && lostDirectories(Buffer.from(path)).length > 0);
}

/** Without it the call would have been asked about. Of edits nobody asks. */
function isNeeded({ how, isPromised }: Loss): boolean {
  return isPromised === true || how === 'removes' || how === 'git';
}

interface Work {
  readonly into: Keeping;
  readonly git: KeptGit[];
  readonly options: KeepOptions;
}

/** A whole tree that is only written into is looked at as far as this. */
const mostWritten = 64 * 1024 * 1024;

async function keepOne(loss: Loss, { into, git, options }: Work): Promise<void> {
  const { state, onlyRemoves, isRecoverable } = options;
  const start = into.bytes;
  const { settings } = options;
  // Edits never need a question, so they leave half of the room to what would be asked about.
  const isEdit = loss.how === 'overwrites' && loss.isPromised !== true;
  const most = isEdit ? settings.most / 2 : settings.most;
  const room = (bytes: number): void => {
    checkRoom(bytes, { ...options, settings: { ...settings, most } });
    if (isEdit && bytes - start > mostWritten) throw new CannotKeep('it is too large to keep');
  };
  if (loss.git !== undefined) {
    const places = gitPlaces(loss.path, loss.git);
    if ('why' in places) throw new CannotKeep(places.why);
    for (const place of places) await keepRepository(place, loss.git, { into, git, room, isRecoverable });
    return;
  }
  checkPlace(loss.path, state);
  const path = Buffer.from(loss.path);
  if (loss.how === 'marks') return keepDirectory(path, into);
  if (isRecoverable(loss.path)) return lostDirectories(path).forEach((each) => keepDirectory(each, into));
  if (loss.names !== undefined) {
    const isMadeAgain = (at: string): boolean => isRegenerable(basename(at)) && isRecoverable(at);
    for (const found of namedBelow(loss.path, loss.names, isMadeAgain))
      if (isRecoverable(found.toString('utf8')))
        lostDirectories(found).forEach((each) => keepDirectory(each, into));
      else await keepTree(found, into, { links: onlyRemoves, room });
    return;
  }
  const links = loss.how === 'renames' || (loss.how === 'removes' && onlyRemoves);
  await keepTree(path, into, { links, room });
}

async function keepRepository(
  place: GitPlace,
  loss: GitLoss,
  {
    into,
    git,
    room,
    isRecoverable,
  }: Pick<Work, 'into' | 'git'> & Pick<KeepGitOptions, 'room' | 'isRecoverable'>,
): Promise<void> {
  const { loses } = loss;
  if (loses === 'objects' || loses === 'history') await keepObjects(place, { into, room });
  if (loses === 'history')
    await keepTree(Buffer.from(join(place.shared, 'config')), into, { links: false, room });
  if (loses === 'objects') return;
  git.push(await keepGit(place, { loss, into, name: `git${git.length}`, room, isRecoverable }));
}

/** What was kept of a tree that cannot be kept whole. */
function takeBack(
  into: Keeping,
  { length, bytes }: { readonly length: number; readonly bytes: number },
): void {
  const last = into.items.length;
  for (const item of into.items.splice(length)) into.known.delete(item.path);
  // Also the one that failed, which is no item yet.
  for (let place = length; place <= last; place += 1)
    rmSync(join(into.folder, 'data', String(place)), { force: true });
  for (const [name, place] of into.names) if (place >= length) into.names.delete(name);
  into.bytes = bytes;
}
