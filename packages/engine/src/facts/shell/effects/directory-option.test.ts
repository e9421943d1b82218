import { describe, expect, test } from 'vitest';
import { fixedWorld } from '../../../world/fixed-world.ts';
import type { World } from '../../../world/world.ts';
import { shellParts } from './shell-parts.ts';

const nested = fixedWorld({
  entry: (path) => ({ is: path === '/home/dev/project/vendor/x/.git' ? 'directory' : 'missing' }),
});

function isReadOnly(text: string, world: World = fixedWorld()): boolean {
  return shellParts(text, world).every(({ readOnly }) => readOnly);
}

describe('git -C', () => {
  test.each([
    'git -C src status',
    'git -C . log -1',
    'git -C /home/dev/project diff',
    'git -C "$PWD" status',
    'cd src && git -C .. status',
  ])('%s is where one is', (text) => {
    expect(isReadOnly(text)).toBe(true);
  });

  test.each([
    'git -C .. status',
    'git -C /tmp/x status',
    'git -C src -C ../.. status',
    'git -C "$X" status',
    'git -C src -c core.fsmonitor=./x status',
    'git -C src push',
    'cd /tmp && git -C x status',
  ])('%s is not', (text) => {
    expect(isReadOnly(text)).toBe(false);
  });

  test('a repository further in is somebody else’s', () => {
    expect(isReadOnly('git -C vendor/x status', nested)).toBe(false);
    expect(isReadOnly('git -C vendor/x/src status', nested)).toBe(false);
    expect(isReadOnly('git -C vendor status', nested)).toBe(true);
  });

  test('files are named from there', () => {
    const [part] = shellParts('git -C src diff -O order', fixedWorld());
    expect(part.accesses).toMatchObject([
      { kind: 'read', path: { known: true, written: '/home/dev/project/src/order' } },
    ]);
  });
});

test('a link that leads out is not one’s own', () => {
  const links = { '/home/dev/project/out': '/srv/other' };
  expect(isReadOnly('git -C out status', fixedWorld({ links }))).toBe(false);
});
