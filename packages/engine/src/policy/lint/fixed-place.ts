import type { World } from '../../world/world.ts';

const world: World = {
  cwd: '/',
  project: '/',
  workingDirectories: [],
  home: '/',
  now: 0,
  caseInsensitive: false,
  entry: () => ({ is: 'unknown', reason: 'nothing is asked here' }),
};

/** For tests of values that have nothing to do with the machine. */
export const fixedPlace: { readonly world: World; readonly directory: string } = { world, directory: '/' };
