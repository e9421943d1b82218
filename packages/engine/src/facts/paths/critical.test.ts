import { describe, expect, it } from 'vitest';
import { fixedWorld } from '../../world/fixed-world.ts';
import { criticalRemoval } from './critical.ts';
import type { PathFact } from './path-fact.ts';
import { resolvePath } from './resolve.ts';

const world = fixedWorld({
  workingDirectories: ['/home/dev/project', '/data/lib/two'],
  links: { '/home/dev/project/link': '/usr', '/home/dev/project/home': '/home/dev' },
});

function isCritical(path: PathFact): boolean {
  const danger = criticalRemoval({ path, world });
  expect(danger === undefined || danger.code === 'critical-removal').toBe(true);
  return danger !== undefined;
}

describe('removing a known path', () => {
  it.each([
    ['/', true],
    ['//', true],
    ['/../', true],
    ['/usr', true],
    ['/USR', true],
    ['/usr/../etc', true],
    ['/tmp', true],
    ['/whatever', true],
    ['/home', true],
    ['/home/other', true],
    ['/Users/other', true],
    ['/usr/bin', true],
    ['/var/lib', true],
    ['/mnt/c', true],
    ['~', true],
    ['~/', true],
    ['/home/dev/project/..', true],
    ['.', true],
    ['..', true],
    ['/home/dev/project', true],
    ['/data/lib/two', true],
    ['/data/lib', true],
    ['/data', true],
    ['~/Documents', true],
    ['~/.config', true],
    ['link', true],
    ['home', true],
    ['/proc/self/root', true],
    ['dist', false],
    ['node_modules', false],
    ['src/deep', false],
    ['/tmp/build-1234', false],
    ['/var/tmp/x', false],
    ['/data/lib/two/dist', false],
    ['~/Downloads/tmp', false],
    ['~/.cache', false],
  ])('%s: %s', (text, expected) => {
    expect(isCritical(resolvePath({ text, directory: world.cwd, world }))).toBe(expected);
  });

  it('is critical when everything below it goes and nobody knows where it leads', () => {
    const path = resolvePath({ text: '/proc/self/cwd/x', directory: world.cwd, world });
    expect(isCritical(path)).toBe(false);
    expect(isCritical(path.known ? { ...path, recursive: true } : path)).toBe(true);
  });
});

describe('removing what is not known', () => {
  it.each<[Partial<Extract<PathFact, { known: false }>>, boolean]>([
    [{}, true],
    [{ recursive: true }, true],
    [{ recursive: false }, false],
    [{ starts: '/' }, true],
    [{ starts: '/home/dev/' }, true],
    [{ starts: '/home/dev/project/' }, true],
    [{ starts: '/home/dev/pro' }, true],
    [{ starts: '/home/dev/project/link/' }, true],
    [{ starts: '/home/dev/project/dist/' }, false],
    [{ starts: '/tmp/build/' }, false],
    [{ glob: '/*' }, true],
    [{ glob: '/us*' }, true],
    [{ glob: '/usr/*' }, true],
    [{ glob: '/home/*' }, true],
    [{ glob: '/home/dev/*' }, true],
    [{ glob: '/home/dev/.*' }, true],
    [{ glob: '/home/dev/.[!.]*' }, true],
    [{ glob: '/home/dev/Doc*' }, true],
    [{ glob: '/home/dev/pro*' }, true],
    [{ glob: '/home/dev/project/*' }, true],
    [{ glob: '/home/dev/project/**' }, true],
    [{ glob: '/home/dev/project/*/*' }, true],
    [{ glob: '/home/dev/project/home/*' }, true],
    [{ glob: '/home/d?v' }, true],
    [{ glob: '/home/dev/project/*.log' }, false],
    [{ glob: '/home/dev/project/src/*' }, false],
    [{ glob: '/home/dev/project/dist/**/*.js' }, false],
    [{ glob: '/tmp/build/*' }, false],
  ])('%j: %s', (known, expected) => {
    expect(isCritical({ known: false, reason: 'value of $X', ...known })).toBe(expected);
  });
});
