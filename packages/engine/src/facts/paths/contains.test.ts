import { describe, expect, it } from 'vitest';
import { fixedWorld } from '../../world/fixed-world.ts';
import { isUnder, mayBeUnder, provenUnder, withRealNames } from './contains.ts';
import type { PathFact } from './path-fact.ts';
import { resolvePath } from './resolve.ts';

const world = fixedWorld({
  links: { '/home/dev/project/link': '/etc', '/home/dev/project/inner': 'src', '/srv': '/mnt/big' },
});
const at = (text: string): PathFact => resolvePath({ text, directory: world.cwd, world });

it.each([
  ['/a/b', '/a', true],
  ['/a', '/a', true],
  ['/ab', '/a', false],
  ['/a', '/a/b', false],
  ['/a', '/', true],
  ['/', '/', true],
])('%s under %s: %s', (path, directory, expected) => {
  expect(isUnder(path, directory)).toBe(expected);
});

describe('inside a working directory', () => {
  it.each([
    ['src/app.ts', true],
    ['inner/x', true],
    ['src/../src/app.ts', true],
    ['.', false],
    ['..', false],
    ['../project', false],
    ['../project-evil/x', false],
    ['../other/x', false],
    ['link/x', false],
    ['link/../src/x', false],
    ['/proc/self/cwd/x', false],
    ['/dev/stdin', false],
    ['\0', false],
    // Case is compared exactly: on most volumes this is another directory.
    ['/home/dev/PROJECT/x', false],
  ])('%j: %s', (text, expected) => {
    expect(provenUnder(at(text), world.workingDirectories)).toBe(expected);
  });

  it('a directory reached through a link counts under both names', () => {
    const path = at('/srv/app/x');
    expect(provenUnder(path, ['/srv/app'])).toBe(false);
    expect(withRealNames(['/srv/app'], world)).toEqual(['/srv/app', '/mnt/big/app']);
    expect(provenUnder(path, withRealNames(['/srv/app'], world))).toBe(true);
  });
});

describe('perhaps inside', () => {
  const etc = ['/etc'];
  it.each<[PathFact, boolean]>([
    [at('link'), true],
    [at('link/x'), true],
    [at('/ETC/x'), true],
    [at('/etcetera'), false],
    [at('src'), false],
    [at('/dev/fd/3'), true],
    [{ known: false, reason: 'value of $X' }, true],
    [{ known: false, reason: 'glob', starts: '/etc/' }, true],
    [{ known: false, reason: 'glob', starts: '/e' }, true],
    [{ known: false, reason: 'glob', starts: '/home/' }, false],
  ])('%j: %s', (path, expected) => {
    expect(mayBeUnder(path, etc)).toBe(expected);
  });
});
