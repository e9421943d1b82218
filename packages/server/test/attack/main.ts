import { parseArgs } from 'node:util';
import { runFuzz } from './run-fuzz.ts';

const { values } = parseArgs({
  options: { requests: { type: 'string', default: '20000' }, seed: { type: 'string', default: '1' } },
});
const result = await runFuzz(Number(values.requests), Number(values.seed));
process.stdout.write(`${JSON.stringify(result, undefined, 2)}\n`);
process.exitCode = result.failures.length === 0 ? 0 : 1;
