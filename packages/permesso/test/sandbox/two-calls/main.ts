/**
 * `npm run tools -- sandbox:two-calls [--every N] [--root DIR] FILE...`: one call plants code in the working directory, another one
 * is allowed. Those that may run without a sandbox do so, in a throw-away place, and none leaves a mark outside.
 */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { rerunAsUser } from '../as-user.ts';
import { runTwoCalls } from './run-two-calls.ts';

const place = process.env['SANDBOX_PLACE'];
if (place === undefined) process.exitCode = rerunAsUser(import.meta.filename);
else {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { every: { type: 'string', default: '1' }, root: { type: 'string', default: '/' } },
  });
  const own = join(import.meta.dirname, '../../../../../corpus');
  const files =
    positionals.length > 0 ? positionals : globSync('*.jsonl', { cwd: own }).map((name) => join(own, name));
  const say = (line: string): void => {
    process.stdout.write(`${line}\n`);
  };
  const done = await runTwoCalls(place, { files, every: Number(values.every), root: values.root, say });
  say(
    `${done.commands} commands after ${done.planted} planted files (${done.refusedPlants} refused): ${done.bare} allowed bare, ${done.sandboxed} sandboxed (${done.ranPlanted} of ${done.ranInside} ran planted code there), ${done.escaped.length} marks outside; were an allow enough to run bare, ${done.control} of ${done.controlled} would leave one`,
  );
  process.exitCode =
    done.escaped.length === 0 && done.bare > 0 && done.control > 0 && done.ranPlanted > 0 ? 0 : 1;
}
