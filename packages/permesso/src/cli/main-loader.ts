/**
 * What commands share with the hook: the bundler has every command load this in the place of `hook-main.cjs`. Code that was
 * compiled for the hook is read, none is left: what a command runs is not what calls need.
 */
import { isAbsolute, join } from 'node:path';
import { loadMain } from './load-main.ts';

const { XDG_STATE_HOME: named = '', HOME: home = '' } = process.env;
const stateHome = isAbsolute(named) ? named : join(home, '.local/state');

const { whole } = loadMain({
  main: join(import.meta.dirname, '../hook-main.cjs'),
  directory: isAbsolute(stateHome) ? join(stateHome, 'permesso/compiled') : undefined,
  use: 'read',
}) as { readonly whole: () => object };

export const main: object = whole();
