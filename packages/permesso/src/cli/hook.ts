#!/usr/bin/env node
/** The file that hosts start, bundled with everything it imports: `hook.js HOST [--ask WHO] [--deadline SECONDS]`. */
import { runHookCommand } from './run-hook-command.ts';

const [, script = '', ...args] = process.argv;
void runHookCommand({ args, script });
