import { describe, expect, it } from 'vitest';
import { fixedWorld } from '../../world/fixed-world.ts';
import { resolvePath } from './resolve.ts';

const directory = '/home/dev/project';
const links = {
  '/home/dev/project/link': '/etc',
  '/home/dev/project/near': 'src/deep',
  '/home/dev/project/one': 'two',
  '/home/dev/project/two': 'link',
  '/home/dev/project/loop': 'pool',
  '/home/dev/project/pool': './loop',
  '/home/dev/project/self': 'self/x',
  '/home/dev/project/up': '..',
  '/home/dev/project/dangling': '/srv/none/../gone',
  '/var': '/private/var',
};
const world = fixedWorld({ links });

describe('a path that is known', () => {
  it.each([
    ['src/app.ts', '/home/dev/project/src/app.ts', '/home/dev/project/src/app.ts'],
    ['.', '/home/dev/project', '/home/dev/project'],
    ['./src//a/./b/', '/home/dev/project/src/a/b', '/home/dev/project/src/a/b'],
    ['/', '/', '/'],
    ['//etc//', '/etc', '/etc'],
    ['/../..', '/', '/'],
    ['../other', '/home/dev/other', '/home/dev/other'],
    ['~', '/home/dev', '/home/dev'],
    ['~/.bashrc', '/home/dev/.bashrc', '/home/dev/.bashrc'],
    ['~+/.env', '/home/dev/project/.env', '/home/dev/project/.env'],
    ['./~user', '/home/dev/project/~user', '/home/dev/project/~user'],
    ['a~', '/home/dev/project/a~', '/home/dev/project/a~'],
    ['price$today.txt', '/home/dev/project/price$today.txt', '/home/dev/project/price$today.txt'],
    ['link/new.conf', '/home/dev/project/link/new.conf', '/etc/new.conf'],
    // The text says the project, the kernel says the root.
    ['link/../x', '/home/dev/project/x', '/x'],
    ['near/../x', '/home/dev/project/x', '/home/dev/project/src/x'],
    ['one/a/b', '/home/dev/project/one/a/b', '/etc/a/b'],
    ['up/up', '/home/dev/project/up/up', '/home/dev/up'],
    ['dangling', '/home/dev/project/dangling', '/srv/gone'],
    ['missing/../link/x', '/home/dev/project/link/x', '/etc/x'],
    ['/var/log', '/var/log', '/private/var/log'],
    ['/proc/self/root/etc/passwd', '/proc/self/root/etc/passwd', '/etc/passwd'],
    ['/proc/thread-self/root/../etc', '/proc/thread-self/etc', '/etc'],
    ['/proc/self/task/7/root/etc', '/proc/self/task/7/root/etc', '/etc'],
    ['/System/Volumes/Data/etc/passwd', '/System/Volumes/Data/etc/passwd', '/etc/passwd'],
    ['/system/VOLUMES/data/etc/passwd', '/system/VOLUMES/data/etc/passwd', '/etc/passwd'],
    ['/.nofollow/etc/passwd', '/.nofollow/etc/passwd', '/etc/passwd'],
    ['/.resolve/3/etc/passwd', '/.resolve/3/etc/passwd', '/etc/passwd'],
    ['/System/Volumes/Preboot/x', '/System/Volumes/Preboot/x', '/System/Volumes/Preboot/x'],
    ['/proc/self/status', '/proc/self/status', '/proc/self/status'],
    ['/proc/cpuinfo', '/proc/cpuinfo', '/proc/cpuinfo'],
    ['/dev/null', '/dev/null', '/dev/null'],
  ])('%s', (text, written, real) => {
    expect(resolvePath({ text, directory, world })).toEqual({ known: true, written, real });
  });

  it('keeps a quoted tilde', () => {
    expect(resolvePath({ text: '~/x', directory, world, tilde: 'literal' })).toMatchObject({
      written: '/home/dev/project/~/x',
    });
  });
});

describe('a path whose real place is unknown', () => {
  it.each([
    'loop',
    'loop/x',
    'missing/../loop',
    'self',
    '/proc/self/cwd/../y',
    '/proc/1/root/etc',
    '/proc/1234/cwd/x',
    '/proc/self/fd/3',
    '/proc/self/task/7/fd/3',
    '/proc/self/exe',
    '/dev/fd/3',
    '/dev/stdin',
    '/dev/stdout',
    '/proc/self/root/proc/self/fd/0',
  ])('%s', (text) => {
    expect(resolvePath({ text, directory, world })).toMatchObject({
      known: true,
      real: { unknown: expect.any(String) },
    });
  });

  it('is unknown as soon as the machine does not answer', () => {
    const dark = fixedWorld({ entry: (path) => ({ is: 'unknown', reason: `${path} is dark` }) });
    expect(resolvePath({ text: 'a/b', directory, world: dark })).toEqual({
      known: true,
      written: '/home/dev/project/a/b',
      real: { unknown: '/home is dark' },
    });
  });
});

describe('a path that is not known at all', () => {
  it.each([
    [''],
    ['~root/.bashrc'],
    ['~-/x'],
    ['a\0b'],
    ['a\nb'],
    ['a\u001B[2Kb'],
    ['a\u0085b'],
    ['\uD800'],
    ['x/'.repeat(3000)],
  ])('%j', (text) => {
    expect(resolvePath({ text, directory, world })).toMatchObject({ known: false });
  });

  it('a relative path from nowhere', () => {
    expect(resolvePath({ text: 'a', directory: 'b', world })).toMatchObject({ known: false });
  });
});

function chain(length: number): Record<string, string> {
  const targets = Array.from({ length }, (_, index) => (index === 0 ? '/end' : `/l${index - 1}`));
  return Object.fromEntries(targets.map((target, index) => [`/l${index}`, target]));
}

it('follows forty links and no more', () => {
  const forty = fixedWorld({ links: chain(40) });
  expect(resolvePath({ text: '/l39', directory, world: forty })).toMatchObject({ real: '/end' });
  const more = fixedWorld({ links: chain(41) });
  expect(resolvePath({ text: '/l40', directory, world: more })).toMatchObject({
    real: { unknown: 'a loop of links' },
  });
});

it('costs little on links that multiply', () => {
  const long = 'a/'.repeat(2000);
  const bomb = fixedWorld({
    entry: (path) => (path.endsWith('/a') ? { is: 'link', target: long } : { is: 'file' }),
  });
  const start = process.cpuUsage();
  expect(resolvePath({ text: long, directory, world: bomb })).toMatchObject({
    real: { unknown: 'a loop of links' },
  });
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(1000);
});
