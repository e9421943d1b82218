import { expect, it } from 'vitest';
import { fixedWorld } from './fixed-world.ts';

it('stands in a home with one project and no links', () => {
  const world = fixedWorld();
  expect(world).toMatchObject({
    cwd: '/home/dev/project',
    project: '/home/dev/project',
    home: '/home/dev',
    now: 0,
  });
  expect(world.workingDirectories).toEqual(['/home/dev/project']);
  expect(world.entry('/home/dev/project/src')).toEqual({ is: 'missing' });
});

it('follows what the test says, and the project follows the directory', () => {
  const world = fixedWorld({ cwd: '/srv/app', links: { '/srv/app/link': '/etc' } });
  expect(world).toMatchObject({ cwd: '/srv/app', project: '/srv/app', workingDirectories: ['/srv/app'] });
  expect(world.entry('/srv/app/link')).toEqual({ is: 'link', target: '/etc' });
  expect(world.entry('constructor')).toEqual({ is: 'missing' });
});
