import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readWorld } from './read-world.ts';

let root = '';

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'permesso-world-')));
  mkdirSync(join(root, 'project/.git'), { recursive: true });
  mkdirSync(join(root, 'project/src/deep'), { recursive: true });
  mkdirSync(join(root, 'governed/.permesso'), { recursive: true });
  mkdirSync(join(root, 'governed/src'), { recursive: true });
  writeFileSync(join(root, 'project/file'), 'x');
  symlinkSync('file', join(root, 'project/link'));
  symlinkSync('/nowhere/at/all', join(root, 'project/dangling'));
  symlinkSync(Buffer.from([0x61, 0xff]), join(root, 'project/bytes'));
});

afterAll(() => {
  rmSync(root, { recursive: true, force: true, maxRetries: 20 });
});

describe('entry', () => {
  it('says what stands at a path, without following links', () => {
    const { entry } = readWorld({ root });
    expect(entry(join(root, 'project'))).toEqual({ is: 'directory' });
    expect(entry(join(root, 'project/file'))).toEqual({ is: 'file' });
    expect(entry(join(root, 'project/link'))).toEqual({ is: 'link', target: 'file' });
    expect(entry(join(root, 'project/dangling'))).toEqual({ is: 'link', target: '/nowhere/at/all' });
    expect(entry(join(root, 'project/none'))).toEqual({ is: 'missing' });
    expect(entry(join(root, 'project/file/below'))).toEqual({ is: 'missing' });
  });

  it('does not know what it cannot read', () => {
    const { entry } = readWorld({ root });
    expect(entry(join(root, 'x'.repeat(300)))).toMatchObject({ is: 'unknown' });
    expect(entry(`${root}/a\0b`)).toMatchObject({ is: 'unknown' });
    expect(entry(join(root, 'project/bytes'))).toMatchObject({ is: 'unknown' });
  });

  it('gives one answer for one decision, and asks again for the next', () => {
    const path = join(root, 'swapped');
    symlinkSync('/one', path);
    const world = readWorld({ root });
    expect(world.entry(path)).toEqual({ is: 'link', target: '/one' });
    unlinkSync(path);
    symlinkSync('/two', path);
    expect(world.entry(path)).toEqual({ is: 'link', target: '/one' });
    expect(readWorld({ root }).entry(path)).toEqual({ is: 'link', target: '/two' });
  });
});

describe('the project', () => {
  it.each([
    ['project/src/deep', 'project'],
    ['project', 'project'],
    ['governed/src', 'governed'],
  ])('of %s is %s', (cwd, project) => {
    expect(readWorld({ root: join(root, cwd) }).project).toBe(join(root, project));
  });

  it('is what the caller says, from the directory', () => {
    const world = readWorld({ root: join(root, 'project/src'), project: '.' });
    expect(world.project).toBe(join(root, 'project/src'));
    expect(world.workingDirectories).toEqual([join(root, 'project/src')]);
  });

  it('is one working directory unless the caller names others', () => {
    const cwd = join(root, 'project');
    expect(readWorld({ root: cwd }).workingDirectories).toEqual([cwd]);
    expect(readWorld({ root: cwd, workingDirectories: ['src', '/srv/'] }).workingDirectories).toEqual([
      join(cwd, 'src'),
      '/srv',
    ]);
  });
});

it('knows the home directory and the time', () => {
  const before = Date.now();
  const world = readWorld();
  expect(world.home).toBe(homedir());
  expect(world.now).toBeGreaterThanOrEqual(before);
  expect(world.cwd).toBe(process.cwd());
});
