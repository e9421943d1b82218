#!/usr/bin/env node
/** The file that hosts start: `hook.cjs HOST ...`. It loads `hook-main.cjs` beside it, which decides. */
import { join } from 'node:path';
import { loadMain } from './load-main.ts';
import type { runHookCommand } from './run-hook-command.ts';

const [, script = '', ...args] = process.argv;
const at = args.indexOf('--compiled');
const directory = at === -1 ? '' : (args[at + 1] ?? '');
const main = loadMain({
  main: join(import.meta.dirname, 'hook-main.cjs'),
  directory: directory === '' ? undefined : directory,
  use: args[0] === 'compile' ? 'train' : 'keep',
  // This file's own `require` (it is built as CommonJS, next to the other): creating one takes half a millisecond.
  require,
}) as { readonly runHookCommand: typeof runHookCommand };
void main.runHookCommand({ args, script });
