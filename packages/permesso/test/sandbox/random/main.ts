/** `npm run tools -- sandbox:random --programs N --seed S`: random programs inside the sandbox change and reach nothing outside. */
import { parseArgs } from 'node:util';
import { rerunAsUser } from '../as-user.ts';
import { runRandom } from './run-random.ts';

const place = process.env['SANDBOX_PLACE'];
if (place === undefined) process.exitCode = rerunAsUser(import.meta.filename);
else {
  const { values } = parseArgs({
    options: { programs: { type: 'string', default: '2000' }, seed: { type: 'string', default: '1' } },
  });
  const say = (line: string): void => {
    process.stdout.write(`${line}\n`);
  };
  const { programs, operations, failures, controls } = await runRandom(place, {
    programs: Number(values.programs),
    seed: Number(values.seed),
    say,
  });
  for (const failure of failures) say(`FAILED: ${failure}`);
  say(
    `${programs} programs, ${operations} operations, seed ${values.seed}: ${failures.length} changes outside, hidden bytes or packets; with holes in the profile ${controls.length} were found`,
  );
  process.exitCode = failures.length === 0 && controls.length > 0 ? 0 : 1;
}
