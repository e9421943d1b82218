import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readRepository } from './read-repository.ts';

let root = '';
let home = '';

function git(directory: string, ...args: readonly string[]): void {
  const settings = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'init.defaultBranch=main'];
  execFileSync('git', [...settings, ...args], {
    cwd: directory,
    stdio: 'ignore',
    env: { ...process.env, HOME: home },
  });
}

function repository(directory: string): void {
  mkdirSync(directory, { recursive: true });
  git(directory, 'init');
  writeFileSync(join(directory, 'a-file-with-a-name.txt'), 'a');
  git(directory, 'add', '-A');
  git(directory, 'commit', '-m', 'first');
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'permesso-repository-'));
  home = join(root, 'home');
  mkdirSync(home);
});

afterEach(() => rmSync(root, { recursive: true, force: true, maxRetries: 20 }));

test('a repository as git makes it starts nothing, also seen from below', () => {
  const project = join(root, 'project');
  repository(project);
  mkdirSync(join(project, 'src/deep'), { recursive: true });
  symlinkSync('a-file-with-a-name.txt', join(project, 'link'));
  git(project, 'add', '-A');
  expect(readRepository(join(project, 'src/deep'), home)).toEqual({ hooks: [], programs: [] });
});

test('hooks, wherever they are', () => {
  const project = join(root, 'project');
  repository(project);
  writeFileSync(join(project, '.git/hooks/pre-commit'), '#!/bin/sh\n');
  expect(readRepository(project, home)?.hooks).toEqual(['pre-commit']);
  writeFileSync(join(home, '.gitconfig'), '[core]\n\thooksPath = ~/hooks\n');
  expect(readRepository(project, home)?.hooks).toEqual(['core.hookspath']);
});

test.each([
  '[core]\n\tfsmonitor = ./x\n',
  '[core]\n\thooksPath = .husky\n',
  '[core] fsmonitor = ./x\n',
  '[filter "x"]\n\tclean = ./x\n',
  '[diff "x"]\n\ttextconv = ./x\n',
  '[include]\n\tpath = ../more\n',
  '[remote "o"]\n\turl = ext::./x\n',
  '[alias]\n\tstatus = !./x\n',
  '[extensions]\n\tworktreeConfig = true\n',
  '[core]\n\tfsmonitor \\\n = ./x\n',
])('a setting that is not known to be plain: %j', (text) => {
  const project = join(root, 'project');
  repository(project);
  appendFileSync(join(project, '.git/config'), text);
  expect(readRepository(project, home)?.programs).not.toEqual([]);
});

test('a planted repository that was added runs its program at the next git status of the outer one, and is found', () => {
  const project = join(root, 'project');
  repository(project);
  const nested = join(project, 'planted');
  repository(nested);
  const marker = join(root, 'marker');
  appendFileSync(join(nested, '.git/config'), `[core]\n\tfsmonitor = "touch ${marker}; false"\n`);
  git(project, 'add', '-A');
  // Adding it runs nothing; looking at it afterwards does.
  expect(existsSync(marker)).toBe(false);
  expect(readRepository(project, home)?.programs).toEqual(['a nested repository']);
  expect(readRepository(nested, home)?.programs).toEqual(['core.fsmonitor']);
  git(project, 'status');
  expect(existsSync(marker)).toBe(true);
});

test('what leads elsewhere or cannot be read is not known', () => {
  const project = join(root, 'project');
  mkdirSync(project);
  expect(readRepository(project, home)).toBeUndefined();
  writeFileSync(join(project, '.git'), 'gitdir: ../elsewhere\n');
  expect(readRepository(project, home)).toBeUndefined();
  const other = join(root, 'other');
  repository(other);
  writeFileSync(join(other, '.git/index'), 'no index');
  expect(readRepository(other, home)?.programs).toEqual(['an index that cannot be read']);
});

test('jj beside git: its settings may start programs, those of names and queries do not', () => {
  const project = join(root, 'project');
  repository(project);
  const store = join(project, '.jj/repo/store');
  mkdirSync(store, { recursive: true });
  mkdirSync(join(project, 'src'));
  writeFileSync(join(store, 'git_target'), '../../../.git');
  const found = (from = project) => readRepository(from, home)?.jj;
  const settings = join(project, '.jj/repo/config.toml');
  expect(found(join(project, 'src'))).toEqual([]);
  writeFileSync(
    settings,
    '#:schema https://a.example\n\n[user]\nemail = "a@example.com"\n[revset-aliases]\n"x" = "@"\n',
  );
  expect(found()).toEqual([]);
  for (const hostile of [
    'ui.editor = "./x"',
    '[user]\nname = "a"\n[ui]\npager = "./x"',
    '[user]\nname = "a"\n  [ ui ]\npager = "./x"',
    '[fix.tools.x]\ncommand = ["./x"]',
    'core = { fsmonitor = "watchman" }',
    '[[user]]\n[merge-tools.x]\nprogram = "./x"',
    '# [user]\ngit.executable-path = "./x"',
  ]) {
    writeFileSync(settings, hostile);
    expect({ hostile, found: found() }).not.toEqual({ hostile, found: [] });
  }
  rmSync(settings);
  writeFileSync(
    join(project, '.jj/workspace-config.toml'),
    '[aliases]\nst = ["util", "exec", "--", "./x"]\n',
  );
  expect(found()).toEqual(['[aliases]']);
});

test('a repository of jj that stands elsewhere or leads elsewhere is not known', () => {
  const project = join(root, 'project');
  repository(project);
  const planted = join(project, 'deep/.jj/repo/store');
  mkdirSync(planted, { recursive: true });
  writeFileSync(join(planted, 'git_target'), '../../../.git');
  expect(readRepository(join(project, 'deep'), home)).toEqual({ hooks: [], programs: [] });
  mkdirSync(join(project, '.jj/repo/store'), { recursive: true });
  writeFileSync(join(project, '.jj/repo/store/git_target'), 'git');
  expect(readRepository(project, home)?.jj).toBeUndefined();
  rmSync(join(project, '.jj'), { recursive: true });
  symlinkSync(join(project, 'deep/.jj'), join(project, '.jj'));
  expect(readRepository(project, home)?.jj).toBeUndefined();
});
