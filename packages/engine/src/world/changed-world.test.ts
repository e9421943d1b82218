import { expect, it } from 'vitest';
import { changedWorld } from './changed-world.ts';
import { fixedWorld } from './fixed-world.ts';
import type { Entry } from './world.ts';

const before = fixedWorld({ links: { '/home/dev/project/old': '/etc' } });

it('sees what an earlier part made, and trusts nothing below it', () => {
  const changes = new Map<string, Entry>([
    ['/home/dev/project/keys', { is: 'link', target: '/home/dev/.ssh' }],
    ['/home/dev/project/moved', { is: 'directory' }],
  ]);
  const after = changedWorld(before, changes);
  expect(after.entry('/home/dev/project/keys')).toEqual({ is: 'link', target: '/home/dev/.ssh' });
  expect(after.entry('/home/dev/project/moved')).toEqual({ is: 'directory' });
  expect(after.entry('/home/dev/project/moved/a/b')).toMatchObject({ is: 'unknown' });
  expect(after.entry('/home/dev/project/old')).toEqual({ is: 'link', target: '/etc' });
  expect(after.entry('/home/dev/project/keystone')).toEqual({ is: 'missing' });
  expect(after.cwd).toBe(before.cwd);
});

it('is the same world without changes', () => {
  expect(changedWorld(before, new Map())).toBe(before);
});
