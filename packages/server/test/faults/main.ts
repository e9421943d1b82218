import { planOf, runFaults } from './run.ts';
import { setup as build } from '../../../permesso/test/build-before-tests.ts';
import { readOptions } from '../script-options.ts';

const values = readOptions({
  name: 'npm run tools -- faults:server',
  says: 'Kills, cuts, slows and fills what the team server stands on while agents send and ask, and compares what agents forgot with what is stored.',
  options: {
    rounds: { type: 'string', default: '20', says: 'how many faults' },
    seed: { type: 'string', default: '1', says: 'the same seed has the same faults' },
    only: { type: 'string', says: 'only faults whose name starts with this; an unknown name lists them all' },
    setting: {
      type: 'string',
      multiple: true,
      default: [],
      says: 'of PostgreSQL: with synchronous_commit=off and --only database-power entries must turn out to be lost',
    },
  },
  example: ['--rounds 8 --only database-power', 'cuts the power of the disks of the database eight times'],
  exits: { 1: 'something is wrong: see the report' },
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
