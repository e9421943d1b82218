#!/usr/bin/env node
/** The file that hosts start: `hook.cjs HOST ...`. `hook-main.cjs`, beside it, decides. */
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
  // Of this file, which is built as CommonJS and stands beside the other: to make one takes half a millisecond.
  require,
}) as { readonly runHookCommand: typeof runHookCommand };
void main.runHookCommand({ args, script });
