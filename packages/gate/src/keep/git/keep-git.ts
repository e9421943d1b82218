import { copyFileSync, lstatSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { GitLoss } from '@permesso/engine/world';
import { keepDirectory, keepTree, lostDirectories, type Keeping } from '../keep-files.ts';
import type { KeptGit } from '../manifest.ts';
import { CannotKeep } from '../walk-tree.ts';
import type { GitPlace } from './find-git.ts';
import { headCommit, readHead, readRefs, stashId, stashLines } from './git-refs.ts';
import { alternates, namesIn, openOwnGit, runGit, type OwnGit } from './run-git.ts';

export interface KeepGitOptions {
  readonly loss: GitLoss;
  readonly into: Keeping;
  /** Of the folder that everything is kept in, for this repository. */
  readonly name: string;
  readonly room: (bytes: number) => void;
  /** What a build makes again is not kept. */
  readonly isRecoverable: (path: string) => boolean;
}

/** What a command of git may lose: references, stashes, the index, and files of the work tree. */
export async function keepGit(
  place: GitPlace,
  { loss, into, name, room, isRecoverable }: KeepGitOptions,
): Promise<KeptGit> {
  const refs = readRefs(place);
  const head = headCommit(place, refs);
  const folder = join(into.folder, name);
  const own = openOwnGit(folder, place, head);
  const stashes = stashLines(place);
  const moved = loss.loses === 'history' ? [...refs] : movedRefs(loss, { refs, head: readHead(place) });
  await packLost(own, { tips: lostTips(loss, { moved, refs, stashes }), refs, head });
  const index = join(place.own, 'index');
  const hasIndex = loss.loses !== 'refs' && statSync(index, { throwIfNoEntry: false }) !== undefined;
  if (hasIndex) {
    // One to work with, whose times git refreshes, and one to give back.
    for (const each of ['index', 'kept-index']) copyFileSync(index, join(folder, each));
    await packStaged(own, head);
    for (const file of await lostFiles(own, { loss, head, refs })) {
      const path = `${place.root}/${file.replace(/\/$/u, '')}`;
      const bytes = Buffer.concat([
        Buffer.from(`${place.root}/`),
        Buffer.from(file.replace(/\/$/u, ''), 'latin1'),
      ]);
      if (lstatSync(bytes, { throwIfNoEntry: false }) === undefined) continue;
      if (isRecoverable(path)) for (const each of lostDirectories(bytes)) keepDirectory(each, into);
      else await keepTree(bytes, into, { links: false, room });
    }
  }
  // From here on nothing depends on the project's own objects.
  rmSync(join(folder, alternates), { force: true });
  return {
    root: place.root,
    own: place.own,
    shared: place.shared,
    head: readHead(place),
    refs: moved,
    ...(loss.loses === 'history' ? { isWhole: true as const } : {}),
    stashes: loss.loses === 'refs' ? stashes : [],
    hasIndex,
    folder: name,
  };
}

interface Known {
  readonly refs: ReadonlyMap<string, string>;
  readonly head: string;
}

/** The branch that HEAD is at, and what the words may name. */
function movedRefs({ words }: GitLoss, { refs, head }: Known): KeptGit['refs'] {
  const current = /^ref: (refs\/.+)$/u.exec(head)?.[1];
  const named = new Set(
    words.flatMap((word) => ['heads', 'remotes', 'tags'].map((kind) => `refs/${kind}/${latin1(word)}`)),
  );
  return [...refs].filter(([ref]) => ref === current || named.has(ref));
}

/** Objects that only a reference or a stash holds which may go. What a branch was at before a reset stays in its log. */
function lostTips(
  { loses }: GitLoss,
  {
    moved,
    refs,
    stashes,
  }: { readonly moved: KeptGit['refs']; readonly refs: Known['refs']; readonly stashes: readonly string[] },
): readonly string[] {
  if (loses !== 'refs') return [];
  const stash = refs.get('refs/stash');
  return [
    ...moved.map(([, value]) => value),
    ...stashes.map(stashId),
    ...(stash === undefined ? [] : [stash]),
  ];
}

async function packLost(
  own: OwnGit,
  {
    tips,
    refs,
    head,
  }: { readonly tips: readonly string[]; readonly refs: Known['refs']; readonly head: string | undefined },
): Promise<void> {
  const lost = new Set(tips);
  if (lost.size === 0) return;
  const rest = [...refs].flatMap(([name, value]) =>
    lost.has(value) || name === 'refs/stash' ? [] : [`^${value}`],
  );
  // HEAD stays where it is, unless it is what is lost.
  const stays = head === undefined || lost.has(head) ? [] : [`^${head}`];
  await packObjects(own, ['--revs'], [...lost, ...rest, ...stays]);
}

/** Blobs that only the index holds. */
async function packStaged(own: OwnGit, head: string | undefined): Promise<void> {
  const tree = head ?? emptyTree;
  await runGit(own, ['update-index', '-q', '--refresh', '--ignore-submodules'], { workTree: true }).catch(
    ignoreStale,
  );
  const printed = await runGit(own, ['diff-index', '--cached', '--raw', '--no-abbrev', '-z', tree]);
  const staged = [...printed.matchAll(/:\d+ (\d+) [0-9a-f]{40} ([0-9a-f]{40}) /gu)]
    .filter(([, mode]) => mode !== '160000' && mode !== '000000')
    .map(([, , blob = '']) => blob)
    .filter((blob) => !/^0+$/u.test(blob));
  if (staged.length > 0) await packObjects(own, [], staged);
}

const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** It says by its exit code that some files differ from the index. */
function ignoreStale(): void {}

async function packObjects(own: OwnGit, options: readonly string[], lines: readonly string[]): Promise<void> {
  await runGit(own, ['pack-objects', '-q', ...options, 'objects/pack/pack'], {
    input: `${lines.join('\n')}\n`,
  });
}

/** Files of the work tree that the command may overwrite or remove, relative to its root. */
async function lostFiles(
  own: OwnGit,
  {
    loss,
    head,
    refs,
  }: { readonly loss: GitLoss; readonly head: string | undefined; readonly refs: Known['refs'] },
): Promise<ReadonlySet<string>> {
  const files = new Set<string>();
  const add = (printed: string): void => {
    for (const name of namesIn(printed)) files.add(name);
  };
  const tree = head ?? emptyTree;
  add(
    await runGit(own, ['diff-index', '--name-only', '-z', '--ignore-submodules=all', tree], {
      workTree: true,
    }),
  );
  if (loss.loses === 'history') add(await runGit(own, ['ls-files', '-z'], { workTree: true }));
  for (const target of await namedTrees(own, { loss, refs }))
    add(await runGit(own, ['diff-tree', '-r', '--name-only', '-z', tree, target]));
  if (loss.loses === 'untracked' || loss.loses === 'ignored') {
    const ignoring = loss.loses === 'ignored' ? [] : ['--exclude-standard'];
    add(await runGit(own, ['ls-files', '-z', '--others', '--directory', ...ignoring], { workTree: true }));
    files.delete('.git/');
  }
  return files;
}

/** What the words may mean as a commit: a branch of a remote as well, and `--source=`. */
async function namedTrees(
  own: OwnGit,
  { loss, refs }: { readonly loss: GitLoss; readonly refs: Known['refs'] },
): Promise<readonly string[]> {
  if (loss.loses !== 'work') return [];
  const texts = loss.words.map((word) => latin1(word.replace(/^(?:--source=|-s(?=.))/u, '')));
  const values = new Set<string>();
  for (const text of texts.filter((each) => !each.startsWith('-'))) {
    const [, name = '', rest = ''] = /^([^~^:]+)([~^].*)?$/u.exec(text) ?? [];
    for (const [ref, value] of refs)
      if (name !== '' && (ref === name || ref.endsWith(`/${name}`))) values.add(`${value}${rest}`);
    if (/^(?:HEAD|@|[0-9a-f]{4,40})$/u.test(name)) values.add(text === '@' ? 'HEAD' : text);
  }
  const trees: string[] = [];
  for (const value of values) {
    const found = await runGit(own, [
      'rev-parse',
      '--verify',
      '--quiet',
      '--end-of-options',
      `${value}^{tree}`,
    ]).catch(() => '');
    if (found !== '') trees.push(found.trim());
  }
  if (texts.some((text) => /^(?:ORIG_HEAD|FETCH_HEAD|MERGE_HEAD|:\/)|\.\./u.test(text)))
    throw new CannotKeep('what it goes back to is not named by a branch or a commit');
  return trees;
}

function latin1(text: string): string {
  return Buffer.from(text).toString('latin1');
}
