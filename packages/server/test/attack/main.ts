import { runFuzz } from './run-fuzz.ts';
import { readOptions } from '../script-options.ts';

const values = readOptions({
  name: 'npm run tools -- fuzz:server',
  says: 'Sends random and hostile requests to every route of a real server. None may end in a 500 or reach what is not its own.',
  options: {
    requests: { type: 'string', default: '20000', says: 'how many' },
    seed: { type: 'string', default: '1', says: 'the same seed sends the same requests' },
  },
  example: ['--requests 2000 --seed 7', 'a short run with other requests'],
  exits: { 1: 'something is wrong: see the report' },
});
const result = await runFuzz(Number(values.requests), Number(values.seed));
process.stdout.write(`${JSON.stringify(result, undefined, 2)}\n`);
process.exitCode = result.failures.length === 0 ? 0 : 1;
