import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { isPlainIn } from '../plain-below.ts';
import { readRepository } from './repository.ts';

let root = '';

function git(...args: readonly string[]): string {
  const settings = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'init.defaultBranch=main'];
  const env = { ...process.env, HOME: root, GIT_CONFIG_NOSYSTEM: '1' };
  return execFileSync('git', [...settings, ...args], { cwd: root, env, encoding: 'utf8', stdio: 'pipe' });
}

function commit(name: string): void {
  mkdirSync(join(root, 'src'), { recursive: true });
  writeFileSync(join(root, name), name);
  git('add', '-A');
  git('commit', '-m', `add\n\nparent ${'0'.repeat(40)}`);
}

/** Names of files and directories, as git itself lists them. */
function listed(revision: string): readonly string[] {
  const paths = git('ls-tree', '-r', '-t', '--name-only', '-z', revision).split('\0').filter(Boolean);
  return paths.map((path) => path.slice(path.lastIndexOf('/') + 1)).toSorted();
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'permesso-revision-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 20 }));
  git('init');
  commit('first.c');
  commit('src/odd name.c');
  git('tag', '-a', 'v1', '-m', 'one');
  git('branch', 'old');
  git('rm', 'src/odd name.c');
  commit('src/third.c');
});

const named = [
  'HEAD',
  '@',
  'main',
  'heads/main',
  'old',
  'v1',
  'HEAD~1',
  'HEAD~2',
  'HEAD^^',
  'v1~1',
  'main~0',
];

test.each([false, true])('the names of a commit are those that git lists, packed: %s', (isPacked) => {
  if (isPacked) {
    git('pack-refs', '--all');
    git('gc', '-q');
  }
  for (const revision of named)
    expect([revision, readRepository(root)?.namesIn(revision)?.toSorted()]).toEqual([
      revision,
      listed(revision),
    ]);
});

test('a name of several references means all of them', () => {
  git('branch', 'v1', 'HEAD~2');
  expect(readRepository(root)?.namesIn('v1')?.toSorted()).toEqual(
    [...listed('tags/v1'), ...listed('heads/v1')].toSorted(),
  );
});

test('what git may understand otherwise is not known', () => {
  const short = git('rev-parse', '--short', 'HEAD').trim();
  const asked = [
    short,
    'main@{1}',
    'HEAD~9',
    ':/add',
    'a..b',
    '-p',
    'nothing',
    'config',
    'HEAD^2',
    'HEAD^{tree}',
    '',
  ];
  for (const revision of asked)
    expect([revision, readRepository(root)?.namesIn(revision)]).toEqual([revision, undefined]);
  git('replace', 'HEAD~1', 'HEAD');
  expect(readRepository(root)?.namesIn('HEAD~1')).toBeUndefined();
});

test('an odd name counts as long as the commit has it, and a repository below is another one', () => {
  const isPlain = (revision: string, directory = root): boolean => isPlainIn({ directory, revision }, root);
  expect(['HEAD', 'HEAD~2'].map((each) => isPlain(each))).toEqual([true, true]);
  expect(['HEAD~1', 'old', 'v1'].map((each) => isPlain(each))).toEqual([false, false, false]);
  expect(isPlain('HEAD', join(root, 'src'))).toBe(true);
  mkdirSync(join(root, 'src/.git'));
  expect(isPlain('HEAD', join(root, 'src'))).toBe(false);
  expect(isPlain('HEAD', '/')).toBe(false);
});

/** Held against: `git diff --name-only HEAD~1 | xargs rustfmt` would rewrite the settings of git. */
test.each(['.git', '.GIT'])('a commit that nobody could check out has a file below %s', (name) => {
  const blob = git('rev-parse', 'HEAD:first.c').trim();
  const tree = (line: string): string =>
    execFileSync('git', ['mktree'], { cwd: root, input: `${line}\n`, encoding: 'utf8' }).trim();
  const hostile = tree(`040000 tree ${tree(`100644 blob ${blob}\tconfig`)}\t${name}`);
  git('branch', 'hostile', git('commit-tree', '-m', 'x', hostile).trim());
  expect(readRepository(root)?.namesIn('hostile')?.toSorted()).toEqual([name, 'config']);
  expect(isPlainIn({ directory: root, revision: 'hostile' }, root)).toBe(false);
});
