import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readWorld } from '../src/world/read-world.ts';

let root = '';

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'permesso-kept-')));
  git('init', '-q');
  put('src/a.ts', 'one\n');
  put('src/deep/b.ts', 'two\n');
  put('.gitignore', 'dist\nbuild/\n*.log\n.env\n!keep.log\n/target\n.pytest_cache\ndata\n');
  git('add', '-A');
  git('commit', '-qm', 'first');
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true, maxRetries: 20 });
});

function git(...args: readonly string[]): string {
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'core.autocrlf=false'];
  return execFileSync('git', [...identity, ...args], { cwd: root, encoding: 'utf8', stdio: 'pipe' });
}

function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** A new world for each question, as for each call. */
function kept(path: string, directory: string = root): boolean | undefined {
  return readWorld({ root: directory }).recoverable?.(join(directory, path));
}

describe('what the last commit has exactly so can be brought back', () => {
  test('a file, a directory of such files, and what is not there', () => {
    expect(['src/a.ts', 'src/deep', 'src', 'none'].map((path) => kept(path))).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });

  test('not what was changed, added, only staged, or lies beside it', () => {
    put('src/a.ts', 'other\n');
    put('src/new.ts', 'three\n');
    put('staged.ts', 'four\n');
    git('add', 'staged.ts');
    expect(['src/a.ts', 'src/new.ts', 'staged.ts', 'src'].map((path) => kept(path))).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(kept('src/deep')).toBe(true);
  });

  test('not what git is told not to look at: it would not bring it back', () => {
    git('update-index', '--assume-unchanged', 'src/a.ts');
    git('update-index', '--skip-worktree', 'src/deep/b.ts');
    expect([kept('src/a.ts'), kept('src/deep/b.ts'), kept('.gitignore')]).toEqual([false, false, true]);
  });

  test('not a repository, nor a directory with one in it, nor what is outside of one', () => {
    mkdirSync(join(root, 'src/vendor/.git'), { recursive: true });
    expect([kept('src'), kept('.git'), kept('.'), kept('.git/HEAD')]).toEqual([false, false, false, false]);
    const plain = realpathSync(mkdtempSync(join(tmpdir(), 'permesso-plain-')));
    writeFileSync(join(plain, 'a'), 'x');
    expect(kept('a', plain)).toBe(false);
    rmSync(plain, { recursive: true, maxRetries: 20 });
  });

  test('nothing where the index is split, or the hash another', () => {
    git('update-index', '--split-index');
    expect(kept('src/a.ts')).toBe(false);
  });

  test('nothing that the repository configures is started', () => {
    const mark = join(root, '..', `${root.split('/').at(-1) ?? ''}-started`);
    put('.git/run', `#!/bin/sh\ntouch ${mark}\ncat\n`);
    execFileSync('chmod', ['+x', join(root, '.git/run')]);
    put('.gitattributes', '* filter=x diff=x\n');
    git('add', '-A');
    git('commit', '-qm', 'attributes');
    for (const key of ['core.fsmonitor', 'filter.x.clean', 'filter.x.smudge', 'diff.x.textconv'])
      git('config', key, join(root, '.git/run'));
    git('config', 'core.hooksPath', join(root, '.git'));
    expect(kept('src/a.ts')).toBe(true);
    expect(existsSync(mark)).toBe(false);
    git('status');
    expect(existsSync(mark)).toBe(true);
    rmSync(mark);
  });

  test.each(['2', '4'])('packed with deltas, index version %s: as git itself says', (version) => {
    const text = Array.from({ length: 400 }, (_, line) => `line ${line}`);
    for (let file = 0; file < 120; file += 1)
      put(`many/d${file % 7}/f${file}.txt`, text.with(file, `changed ${file}`).join('\n'));
    git('add', '-A');
    git('commit', '-qm', 'many');
    for (let round = 0; round < 6; round += 1) {
      put(`many/d1/extra${round}.txt`, `${round}`);
      git('add', '-A');
      git('commit', '-qm', `round ${round}`);
    }
    git('gc', '-q', '--aggressive', '--prune=now');
    git('update-index', '--index-version', version);
    expect(readdirSync(join(root, '.git/objects')).toSorted()).toEqual(['info', 'pack']);
    for (const file of [3, 50, 77]) put(`many/d${file % 7}/f${file}.txt`, 'mine');
    const changed = new Set(git('diff', '--name-only', 'HEAD').trim().split('\n'));
    const files = git('ls-files').trim().split('\n');
    expect(files.length).toBe(129);
    const world = readWorld({ root });
    const wrong = files.filter((file) => world.recoverable?.(join(root, file)) === changed.has(file));
    expect([wrong, changed.size]).toEqual([[], 3]);
  });

  test('in a worktree, by the branch that is checked out there', () => {
    const other = `${root}-other`;
    git('worktree', 'add', '-q', '-b', 'topic', other);
    expect([kept('src/a.ts', other), kept('src', other)]).toEqual([true, true]);
    writeFileSync(join(other, 'src/a.ts'), 'mine');
    expect(kept('src/a.ts', other)).toBe(false);
    rmSync(other, { recursive: true, maxRetries: 20 });
  });
});

describe('build output can be made again', () => {
  test('ignored, and of a name that a tool makes', () => {
    put('dist/main.js', 'x');
    put('packages/web/build/out/a.js', 'x');
    put('target/debug/x', 'x');
    put('packages/web/target/x', 'x');
    put('out/a.js', 'x');
    put('data/rows.csv', 'x');
    put('a.log', 'x');
    expect(
      ['dist', 'packages/web/build', 'target', 'packages/web/target', 'out', 'data', 'a.log', '.env'].map(
        (path) => kept(path),
      ),
    ).toEqual([true, true, true, false, false, false, false, true]);
    put('.env', 'KEY=1');
    expect(kept('.env')).toBe(false);
  });

  test.each([
    ['a secret', 'dist/.env'],
    ['a key', 'dist/certs/server.pem'],
    ['a database', 'dist/data/app.sqlite3'],
    ['a database', 'dist/app.db'],
    ['a repository', 'dist/clone/.git/HEAD'],
  ])('not with %s inside: %s', (_, path) => {
    put('dist/main.js', 'x');
    expect(kept('dist')).toBe(true);
    put(path, 'x');
    expect(kept('dist')).toBe(false);
  });

  test('not with something tracked inside that was changed, and not a link of that name', () => {
    put('dist/kept.js', 'x');
    git('add', '-f', 'dist/kept.js');
    git('commit', '-qm', 'kept');
    put('dist/kept.js', 'mine');
    expect(kept('dist')).toBe(false);
    mkdirSync(join(root, 'elsewhere'));
    symlinkSync('elsewhere', join(root, '.pytest_cache'));
    expect(kept('.pytest_cache')).toBe(false);
  });

  test('a list further down may take it back', () => {
    put('packages/web/.gitignore', '!dist\n');
    put('packages/web/dist/a.js', 'x');
    expect(kept('packages/web/dist')).toBe(false);
  });
});
