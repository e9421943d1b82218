/**
 * The code that commands share with the hook: the bundler has every command load this in place of `hook-main.cjs`. It
 * reads the hook's compile cache and never writes it: a command does not exercise the code that calls need.
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
