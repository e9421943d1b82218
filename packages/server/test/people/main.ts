import { readOptions } from '../script-options.ts';
import { runPeople } from './run-people.ts';

const values = readOptions({
  name: 'npm run tools -- fuzz:people',
  says: 'Lets one insider of each role do 50 random administrative acts, again and again, on a real PostgreSQL and with real identity providers. Nothing that takes two people may happen by the insider alone.',
  options: {
    sequences: { type: 'string', default: '20000', says: 'how many sequences of 50 acts' },
    seed: { type: 'string', default: '1', says: 'the same seed tries the same acts' },
    together: { type: 'string', default: '4', says: 'sequences at a time' },
  },
  example: ['--sequences 200 --seed 7', 'a short run with other acts'],
  exits: { 1: 'one person was two: see the report' },
});
const result = await runPeople({
  sequences: Number(values.sequences),
  seed: Number(values.seed),
  together: Number(values.together),
  onProgress: (done, violations) => {
    if (done % 200 === 0) process.stderr.write(`${done} sequences, ${violations} violations\n`);
  },
});
process.stdout.write(`${JSON.stringify(result, undefined, 2)}\n`);
process.exitCode = result.failures.length === 0 ? 0 : 1;
