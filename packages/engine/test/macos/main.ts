import { parseArgs } from 'node:util';
import { coverageText, macCoverage } from './coverage.ts';

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });
const found = macCoverage();
if (values.json) process.stdout.write(`${JSON.stringify(found)}\n`);
else {
  process.stdout.write(`${coverageText(found)}\n`);
  for (const [title, names] of [
    ['run', found.run],
    ['not proven', found.notProven],
    ['BSD, by the manual', found.bsd],
    ["Apple's, by the manual", found.own],
    ["Apple's, without a row", found.ownWithout],
  ] as const)
    process.stdout.write(`\n${title}: ${names.join(' ')}\n`);
}
