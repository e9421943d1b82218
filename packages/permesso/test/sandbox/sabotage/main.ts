/** `npm run tools -- sandbox:sabotage`: the engine damaged, replaced, killed, and the call edited: nothing runs without a sandbox. */
import { parseArgs } from 'node:util';
import { rerunAsUser } from '../as-user.ts';
import { runSabotage } from './run-sabotage.ts';

const place = process.env['SANDBOX_PLACE'];
if (place === undefined) process.exitCode = rerunAsUser(import.meta.filename);
else {
  const { values } = parseArgs({ options: { every: { type: 'string', default: '1' } } });
  const { cases, bare, wrong } = await runSabotage(place, Number(values.every));
  const lines = [
    ...wrong.map((each) => `WRONG: ${each}`),
    ...bare.map((each) => `RAN BARE: ${each}`),
    `${cases} cases: ${bare.length} bare runs, ${wrong.length} with another outcome than expected`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exitCode = bare.length + wrong.length === 0 ? 0 : 1;
}
