import { parseArgs } from 'node:util';
import { compareTrees } from './compare.ts';

/** `npm run tools -- test:paths --trees 10000`: our path resolution beside the kernel's, in batches of new trees. */
const batch = 200;
const { values } = parseArgs({ options: { trees: { type: 'string', default: '1000' } } });
const trees = Number(values.trees);
const total = { trees: 0, existing: 0, missing: 0, loops: 0, loopsBeyond: 0, differences: 0 };
for (let first = 1; first <= trees; first += batch) {
  const compared = compareTrees({ first, trees: Math.min(batch, trees - first + 1) });
  for (const difference of compared.differences) process.stderr.write(`${difference}\n`);
  total.trees += compared.trees;
  total.existing += compared.existing;
  total.missing += compared.missing;
  total.loops += compared.loops;
  total.loopsBeyond += compared.loopsBeyond;
  total.differences += compared.differences.length;
}
process.stdout.write(`${JSON.stringify(total)}\n`);
if (total.differences > 0 || !(trees > 0)) process.exitCode = 1;
