import { parseArgs } from 'node:util';
import { planOf, runFaults } from './run.ts';
import { setup as build } from '../../../permesso/test/build-before-tests.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    /** The beginning of a kind's name. */
    only: { type: 'string' },
    /** Of PostgreSQL. With `synchronous_commit=off` and `--only database-power` entries must turn out to be lost. */
    setting: { type: 'string', multiple: true, default: [] },
  },
});
await build();
const { only } = values;
const seed = Number(values.seed);
const plan = planOf(Number(values.rounds), { seed, ...(only === undefined ? {} : { only }) });
const report = await runFaults({
  seed,
  plan,
  settings: values.setting,
  progress: (done) => process.stderr.write(`${done}\n`),
});
process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
process.exitCode = report.wrong.length === 0 ? 0 : 1;
