import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GitLoss } from '@permesso/engine/world';
import { expect, test } from 'vitest';
import { findGit } from '../../src/keep/git/find-git.ts';
import { after, keep, keptTree, undo, type KeptTree } from './kept-tree.ts';

function repository(): { readonly tree: KeptTree; readonly git: (...args: readonly string[]) => string } {
  const tree = keptTree({ a: 'one', b: 'one', '.gitignore': 'ignored\n' });
  const git = (...args: readonly string[]): string =>
    execFileSync(
      'git',
      ['-c', 'user.name=t', '-c', 'user.email=t@t.test', '-c', 'init.defaultBranch=main', ...args],
      {
        cwd: tree.root,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'one');
  return { tree, git };
}

async function keepGit(tree: KeptTree, loses: GitLoss['loses'], ...words: readonly string[]): Promise<void> {
  await keep(tree, [{ path: tree.root, how: 'git', git: { loses, words } }]);
}

test('git reset --hard to another commit: work, index, branch and staged content', async () => {
  const { tree, git } = repository();
  writeFileSync(tree.path('b'), 'two');
  git('commit', '-qam', 'two');
  writeFileSync(tree.path('a'), 'staged');
  git('add', 'a');
  writeFileSync(tree.path('a'), 'work');
  const before = [git('rev-parse', 'main'), git('ls-files', '-s'), git('status', '--porcelain')];
  await keepGit(tree, 'work', '--hard', 'HEAD~1');
  git('reset', '-q', '--hard', 'HEAD~1');
  git('reflog', 'expire', '--expire=now', '--all');
  after(tree);
  expect(await undo(tree)).toMatchObject({ beside: [], failed: [] });
  expect(readFileSync(tree.path('a'), 'utf8')).toBe('work');
  expect([git('rev-parse', 'main'), git('ls-files', '-s'), git('status', '--porcelain')]).toEqual(before);
  expect(git('show', ':a')).toBe('staged');
});

test('git clean -fdx: what git does not know, also what it ignores', async () => {
  const { tree, git } = repository();
  writeFileSync(tree.path('new'), 'new');
  writeFileSync(tree.path('ignored'), 'own');
  await keepGit(tree, 'ignored', '-fdx');
  git('clean', '-fdx');
  after(tree);
  await undo(tree);
  expect([readFileSync(tree.path('new'), 'utf8'), readFileSync(tree.path('ignored'), 'utf8')]).toEqual([
    'new',
    'own',
  ]);
});

test('stashes come back in their order, with their objects, before those made since', async () => {
  const { tree, git } = repository();
  for (const text of ['first', 'second']) {
    writeFileSync(tree.path('a'), text);
    git('stash', 'push', '-qm', text);
  }
  const before = git('stash', 'list', '--format=%H %gs');
  await keepGit(tree, 'refs');
  git('stash', 'clear');
  git('gc', '-q', '--prune=now');
  after(tree);
  await undo(tree);
  expect(git('stash', 'list', '--format=%H %gs')).toBe(before);
  expect(git('show', 'stash@{1}:a')).toBe('first');
});

test('git branch -D: the branch with its objects; a newer one of that name stays', async () => {
  const { tree, git } = repository();
  git('checkout', '-qb', 'topic');
  writeFileSync(tree.path('a'), 'topic');
  git('commit', '-qam', 'topic');
  git('checkout', '-q', 'main');
  const id = git('rev-parse', 'topic').trim();
  await keepGit(tree, 'refs', '-D', 'topic');
  git('branch', '-qD', 'topic');
  git('reflog', 'expire', '--expire=now', '--all');
  git('gc', '-q', '--prune=now');
  after(tree);
  git('branch', 'topic', 'main');
  await undo(tree);
  expect(git('rev-parse', 'topic-kept').trim()).toBe(id);
  expect(git('rev-parse', 'topic')).toBe(git('rev-parse', 'main'));
  expect(git('show', 'topic-kept:a')).toBe('topic');
});

test('git submodule foreach: work, index and branches of each submodule, and of theirs', async () => {
  const [inner, middle, outer] = [repository(), repository(), repository()];
  const adding = ['-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add'];
  middle.git(...adding, inner.tree.root, 'deep/inner');
  middle.git('commit', '-qm', 'inner');
  const { tree, git } = outer;
  git(...adding, middle.tree.root, 'lib');
  git(...adding, inner.tree.root, 'absent');
  git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'update', '--init', '--recursive');
  git('commit', '-qm', 'lib');
  git('submodule', '--quiet', 'deinit', 'absent');
  const places = ['lib', 'lib/deep/inner'];
  for (const place of places) {
    writeFileSync(tree.path(`${place}/a`), `${place} work`);
    writeFileSync(tree.path(`${place}/new`), 'new');
    writeFileSync(tree.path(`${place}/ignored`), 'own');
    writeFileSync(tree.path(`${place}/b`), 'staged');
    git('-C', place, 'add', 'b');
  }
  const state = (): unknown =>
    places.map((place) => [
      git('-C', place, 'status', '--porcelain', '--ignored'),
      git('-C', place, 'ls-files', '-s'),
      ['a', 'b', 'new', 'ignored'].map((name) => readFileSync(tree.path(`${place}/${name}`), 'utf8')),
    ]);
  const before = state();
  await keep(tree, [
    { path: tree.root, how: 'git', git: { loses: 'ignored', words: ['-fdx'], submodules: 'nested' } },
  ]);
  git('submodule', '--quiet', 'foreach', '--recursive', 'git reset -q --hard && git clean -qfdx');
  expect(existsSync(tree.path('lib/deep/inner/new'))).toBe(false);
  after(tree);
  expect(await undo(tree)).toMatchObject({ beside: [], failed: [] });
  expect(state()).toEqual(before);
});

test.each([
  ['a sparse checkout', ['sparse-checkout', 'set', 'sub']],
  ['a work tree elsewhere', ['config', 'core.worktree', '/']],
  ['a partial clone', ['config', 'remote.origin.promisor', 'true']],
])('%s is not kept', (_what, args) => {
  const { tree, git } = repository();
  expect(findGit(tree.root)).toMatchObject({ root: tree.root });
  git(...args);
  expect(findGit(tree.root)).toEqual({ why: 'its repository is set up in a way that is not kept' });
});

const hasFilterRepo = spawnSync('git', ['filter-repo', '--version']).status === 0;

test.skipIf(!hasFilterRepo)(
  'git filter-repo: history, stash, files and references; what it made is gone',
  async () => {
    const { tree, git } = repository();
    mkdirSync(tree.path('data'));
    for (const text of ['two', 'three']) {
      writeFileSync(tree.path('data/raw'), text);
      git('add', '-A');
      git('commit', '-qm', text);
      git('tag', '-a', '-m', text, `v-${text}`);
    }
    git('update-ref', 'refs/remotes/origin/main', 'HEAD~1');
    git('remote', 'add', 'origin', tree.path('none'));
    writeFileSync(tree.path('a'), 'stashed');
    git('stash', '-q');
    git('pack-refs', '--all');
    git('branch', 'topic', 'HEAD~1');
    writeFileSync(tree.path('b'), 'work');
    const state = (): unknown => [
      git('for-each-ref'),
      git('log', '--all', '--format=%H %T %s'),
      git('stash', 'list', '--format=%H'),
      git('reflog', '--format=%H %gs'),
      git('status', '--porcelain'),
      git('ls-files', '-s'),
      git('remote', '-v'),
      git('fsck', '--no-progress', '--no-dangling'),
      ['a', 'b', 'data/raw'].map((name) => readFileSync(tree.path(name), 'utf8')),
    ];
    const before = state();
    await keepGit(tree, 'history', '--path', 'data', '--invert-paths', '--force');
    git('filter-repo', '--path', 'data', '--invert-paths', '--force');
    expect(git('for-each-ref')).toContain('refs/replace/');
    expect(existsSync(tree.path('data/raw'))).toBe(false);
    after(tree);
    git('branch', 'newer');
    expect(await undo(tree)).toMatchObject({ beside: [], failed: [] });
    expect(git('branch', '--list', 'newer')).toContain('newer');
    git('branch', '-D', 'newer');
    expect(state()).toEqual(before);
  },
);

test('nothing that the project configures runs', async () => {
  const { tree, git } = repository();
  const trap = tree.path('trap');
  const run = `touch ${trap}`;
  writeFileSync(join(tree.root, '.gitattributes'), '* filter=evil diff=evil\n');
  for (const [name, value] of [
    ['core.fsmonitor', run],
    ['filter.evil.clean', run],
    ['filter.evil.smudge', run],
    ['diff.evil.command', run],
    ['core.hooksPath', tree.root],
    ['core.sshCommand', run],
    ['core.alternateRefsCommand', run],
  ] as const)
    git('config', name, value);
  for (const hook of ['post-index-change', 'reference-transaction', 'pre-auto-gc'])
    writeFileSync(tree.path(hook), `#!/bin/sh\n${run}\n`, { mode: 0o755 });
  writeFileSync(tree.path('a'), 'changed');
  await keepGit(tree, 'ignored', '-fdx');
  writeFileSync(tree.path('a'), 'lost');
  after(tree);
  await undo(tree);
  expect(existsSync(trap)).toBe(false);
  expect(readFileSync(tree.path('a'), 'utf8')).toBe('changed');
});

test('objects of the project are not written to before an undo', async () => {
  const { tree, git } = repository();
  writeFileSync(tree.path('a'), 'changed');
  const before = git('count-objects', '-v');
  await keepGit(tree, 'work', '--hard');
  expect(git('count-objects', '-v')).toBe(before);
});
