/**
 * `npm run tools -- sandbox:traces [--count N] FILE...`: commands that agents gave, each run twice in a throw-away place without a
 * sandbox and once sandboxed, in a project of its own. Exit code and output must be the same but for the listed reasons.
 */
import { parseArgs } from 'node:util';
import { rerunAsUser } from '../as-user.ts';
import { runTraces } from './run-traces.ts';

const place = process.env['SANDBOX_PLACE'];
if (place === undefined) process.exitCode = rerunAsUser(import.meta.filename);
else {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { count: { type: 'string', default: '100' } },
  });
  const say = (line: string): void => {
    process.stdout.write(`${line}\n`);
  };
  const done = await runTraces(place, { files: positionals, count: Number(values.count), say });
  for (const [reason, commands] of done.reasons) say(`${commands.length} differ: ${reason}`);
  const differ = [...done.reasons.values()].flat().length;
  say(
    `${done.ran} commands inside and outside: ${done.same} the same (${done.worked} of them ended with 0), ${differ} differ for listed reasons, ${done.wrong.length} for no reason`,
  );
  process.exitCode = done.wrong.length === 0 && done.ran > 0 && done.same > done.ran / 2 ? 0 : 1;
}
