import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { layersFrom } from '@permesso/gate/gate';
import { lintLoaded } from './lint-files.ts';

let root = '';
let project = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'permesso-lint-'));
  project = join(root, 'home/project');
  mkdirSync(join(project, '.git'), { recursive: true });
  vi.stubEnv('HOME', join(root, 'home'));
  vi.stubEnv('PATH', '/usr/bin');
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true, force: true });
});

function found(text: string, cwd = project): readonly string[] {
  const source = { layer: 'user' as const, file: 'policy.yaml', root: cwd, text };
  const { layers, problems } = layersFrom(source, {
    trust: { file: '', projects: [] },
    home: join(root, 'home'),
  });
  return lintLoaded(() => ({ layers, problems, file: 'policy.yaml' }), cwd).map(
    ({ code, rule, message, fix }) => [code, rule, message, fix].join(' | ').replaceAll(root, ''),
  );
}

test('a machine that keeps to the policy is not mentioned', () => {
  writeFileSync(join(project, '.env'), 'TOKEN=1');
  expect(found('sandbox: on\n')).toEqual([]);
});

test('a directory on PATH that sandboxed calls can write, by its name, by a link and by an empty entry', () => {
  mkdirSync(join(project, 'bin'));
  symlinkSync(join(project, 'bin'), join(root, 'home/bin'));
  const reported = expect.stringContaining('/home/project/bin is on PATH and can be written');
  vi.stubEnv('PATH', `${join(project, 'bin')}:/usr/bin`);
  expect(found('sandbox: on\n')).toEqual([reported]);
  vi.stubEnv('PATH', `${join(root, 'home/bin')}:/usr/bin`);
  expect(found('sandbox: on\n')).toEqual([reported]);
  expect(found('mode: default\n')).toEqual([]);
});

test('a working directory that holds the home directory', () => {
  mkdirSync(join(root, '.git'));
  expect(found('sandbox: on\n', root)).toEqual([
    'sandbox-reach |  | no call runs sandboxed here, each is asked about: the working directory  holds the home directory | start the agent in a project, or name the directories it works in',
  ]);
});

test('a hidden file with another hard link', () => {
  writeFileSync(join(project, '.env'), 'TOKEN=1');
  linkSync(join(project, '.env'), join(project, 'notes.txt'));
  expect(found('sandbox: on\n')).toEqual([
    'sandbox-reach |  | no call runs sandboxed here, each is asked about: /home/project/.env is hidden and has another name (a hard link) | find it with `find / -xdev -samefile FILE`, and copy instead of linking',
  ]);
});

test('a rule that hides files below the directory of all homes; what the rule alone shows is said once', () => {
  expect(found(`sandbox: on\ndeny: ['Read(/${root}/**/*.pem)']\n`)).toEqual([
    expect.stringMatching(
      /^sandbox-reach \| Read\(.*\| no call runs sandboxed here.* means files at any depth/u,
    ),
  ]);
  expect(found("sandbox: on\ndeny: ['Read(~/**/*.pem)']\n")).toEqual([
    expect.stringContaining('means files at any depth, which no sandbox can hide'),
  ]);
});
