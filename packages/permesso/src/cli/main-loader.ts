/**
 * What commands share with the hook: the bundler has every command load this in the place of `hook-main.cjs`. Code that was
 * compiled for the hook is read, none is left: what a command runs is not what calls need.
 */
import { createRequire } from 'node:module';
import { isAbsolute, join } from 'node:path';
import { loadMain } from './load-main.ts';

const { XDG_STATE_HOME: named = '', HOME: home = '' } = process.env;
const stateHome = isAbsolute(named) ? named : join(home, '.local/state');

const file = join(import.meta.dirname, '../hook-main.cjs');
const { whole } = loadMain({
  main: file,
  directory: isAbsolute(stateHome) ? join(stateHome, 'permesso/compiled') : undefined,
  use: 'read',
  require: createRequire(file),
}) as { readonly whole: () => object };

export const main: object = whole();
