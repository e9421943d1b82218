import {
  appendFileSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { messageOf } from '@permesso/engine/call';
import type { GitState, KeptGit } from '../manifest.ts';
import { findGit, textOf } from './find-git.ts';
import { gitState, readRefs, stashId, stashLines } from './git-refs.ts';
import { alternates, runGit, type OwnGit } from './run-git.ts';

/** One thing of a repository that undoing gives back. */
export interface GitStep {
  readonly git: KeptGit;
  readonly what: 'ref' | 'made' | 'stash' | 'head' | 'index';
  /** Of the reference, or the one under which it is put beside newer work. */
  readonly name: string;
  readonly id: string;
  readonly isBeside: boolean;
}

/** What of a repository differs from what was kept. Without a note of what the call left, all of it counts as newer. */
export function planGit(git: KeptGit, after: GitState | undefined): readonly GitStep[] {
  if (!existsSync(git.own)) return [];
  const refs = readRefs(git);
  const now = gitState(git);
  const steps: GitStep[] = [];
  for (const [name, id] of git.refs) {
    const value = refs.get(name);
    if (value === id) continue;
    const isBeside = value !== undefined && value !== after?.refs[name];
    steps.push({ git, what: 'ref', name: isBeside ? `${name}-kept` : name, id, isBeside });
  }
  steps.push(...madeRefs(git, { after, refs }));
  const there = new Set(stashLines(git).map(stashId));
  for (const line of git.stashes)
    if (!there.has(stashId(line)))
      steps.push({ git, what: 'stash', name: 'refs/stash', id: stashId(line), isBeside: false });
  if (after === undefined || !git.hasIndex) return steps;
  if (now.head !== git.head && now.head === after.head)
    steps.push({ git, what: 'head', name: 'HEAD', id: git.head, isBeside: false });
  if (now.index !== '' && now.index === after.index)
    steps.push({ git, what: 'index', name: 'index', id: '', isBeside: false });
  return steps;
}

/** References that the call made and nobody moved since. */
function madeRefs(
  git: KeptGit,
  { after, refs }: { readonly after: GitState | undefined; readonly refs: ReadonlyMap<string, string> },
): readonly GitStep[] {
  if (git.isWhole !== true) return [];
  const known = new Set(git.refs.map(([name]) => name));
  return Object.entries(after?.refs ?? {})
    .filter(([name, id]) => !known.has(name) && refs.get(name) === id)
    .map(([name, id]) => ({ git, what: 'made', name, id, isBeside: false }));
}

interface GitOutcome {
  readonly text: string;
  readonly failed?: true;
}

/** Objects first, so that no reference names one that is not there. */
export async function restoreGit(steps: readonly GitStep[], folder: string): Promise<readonly GitOutcome[]> {
  const outcomes: GitOutcome[] = [];
  for (const git of new Set(steps.map((step) => step.git))) {
    const own = steps.filter((step) => step.git === git);
    try {
      await giveObjects(git, join(folder, git.folder));
      for (const step of own.filter(({ what }) => what === 'ref' || what === 'head')) writeRef(step);
      removeRefs(
        git,
        own.filter(({ what }) => what === 'made').map(({ name }) => name),
      );
      const stashes = own.filter(({ what }) => what === 'stash');
      if (stashes.length > 0) writeStashes(git);
      if (own.some(({ what }) => what === 'index')) giveIndex(git, join(folder, git.folder));
      outcomes.push(
        ...own.map(({ name, what, id }) => ({ text: what === 'stash' ? `stash ${id.slice(0, 10)}` : name })),
      );
    } catch (error) {
      outcomes.push({ text: `${git.root}: ${messageOf(error)}`, failed: true });
    }
  }
  return outcomes;
}

async function giveObjects(git: KeptGit, folder: string): Promise<void> {
  const packs = join(folder, 'objects/pack');
  const place = findGit(git.root);
  if ('why' in place) throw new Error(place.why);
  const own: OwnGit = { directory: folder, place };
  for (const name of readdirSync(packs).filter((each) => each.endsWith('.pack'))) {
    rmSync(join(folder, alternates), { force: true });
    await runGit(own, ['index-pack', '--stdin'], {
      input: readFileSync(join(packs, name)),
      objects: join(git.shared, 'objects'),
    });
  }
}

/** As git writes one: with its lock, and whole. */
function writeRef({ git, name, id, what }: GitStep): void {
  const path = join(what === 'head' ? git.own : git.shared, Buffer.from(name, 'latin1').toString('utf8'));
  mkdirSync(dirname(path), { recursive: true });
  locked(path, (lock) => {
    writeFileSync(lock, `${id}\n`);
    renameSync(lock, path);
  });
}

/** A reference may be in a file of its own, among the packed ones, or in both. */
function removeRefs(git: KeptGit, names: readonly string[]): void {
  const path = join(git.shared, 'packed-refs');
  const gone = new Set(names);
  const lines = (textOf(path) ?? '').split('\n');
  // The line behind an annotated tag says what it is of.
  const isGone = (line = ''): boolean => gone.has(line.slice(41));
  const rest = lines.filter((line, at) => !isGone(line) && !(line.startsWith('^') && isGone(lines[at - 1])));
  if (rest.length < lines.length)
    locked(path, (lock) => {
      writeFileSync(lock, rest.join('\n'), 'latin1');
      renameSync(lock, path);
    });
  for (const name of names)
    rmSync(join(git.shared, Buffer.from(name, 'latin1').toString('utf8')), { force: true });
}

/** Removed ones go back to their old position, before those that were added since. */
function writeStashes(git: KeptGit): void {
  const path = join(git.shared, 'refs/stash');
  mkdirSync(dirname(path), { recursive: true });
  locked(path, (lock) => {
    const now = stashLines(git);
    const known = new Set(git.stashes.map(stashId));
    const all = [...git.stashes, ...now.filter((line) => !known.has(stashId(line)))];
    let before = '0'.repeat(40);
    const lines = all.map((line) => {
      const whole = `${before}${line.slice(40)}\n`;
      before = stashId(line);
      return whole;
    });
    const log = join(git.shared, 'logs/refs/stash');
    mkdirSync(dirname(log), { recursive: true });
    const beside = `${log}.kept`;
    rmSync(beside, { force: true });
    appendFileSync(beside, lines.join(''), { encoding: 'latin1', flag: 'wx' });
    writeFileSync(lock, `${before}\n`);
    renameSync(beside, log);
    renameSync(lock, path);
  });
}

function giveIndex(git: KeptGit, folder: string): void {
  const path = join(git.own, 'index');
  locked(path, (lock) => {
    copyFileSync(join(folder, 'kept-index'), lock);
    renameSync(lock, path);
  });
}

function locked(path: string, write: (lock: string) => void): void {
  const lock = `${path}.lock`;
  closeSync(openSync(lock, 'wx', statSync(dirname(path)).mode & 0o666));
  try {
    write(lock);
  } finally {
    rmSync(lock, { force: true });
  }
}
