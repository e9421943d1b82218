/**
 * The MCP gateway before real servers, by the official clients of both generations.
 *
 *   npm run tools -- mcp-tests              everything, with 10,000 hostile messages and 100,000 calls
 *   npm run tools -- mcp-tests --quick      a slice of it, for CI
 *   npm run tools -- mcp-tests stateless    only cases whose name holds this text
 */
import { fileCases, statelessCases, type Case } from './cases.ts';
import { faultCases } from './faults.ts';
import { fileRuleCases } from './file-rules.ts';
import { fuzzCases } from './fuzz.ts';
import { install } from './install.ts';
import { knownServerCases } from './known-servers.ts';
import { memoryCase } from './memory.ts';
import { typeCase } from './types.ts';

const given = process.argv.slice(2);
const quick = given.includes('--quick');
const filters = given.filter((text) => !text.startsWith('--'));
const folder = install();

const all: readonly Case[] = [
  ...(await fileCases(folder)),
  ...(await statelessCases(folder)),
  ...fileRuleCases(folder),
  ...knownServerCases(folder),
  ...faultCases(folder),
  ...fuzzCases(folder, quick ? 1000 : 10_000),
  ...(quick ? [] : [memoryCase(100_000)]),
  typeCase(folder),
];
const slowest = 10 * 60_000;
let failed = 0;
for (const { name, run } of all) {
  if (filters.length > 0 && !filters.some((text) => name.includes(text))) continue;
  const start = performance.now();
  const timer = setTimeout(() => {
    process.stdout.write(`FAILED  ${name}: it took too long\n`);
    process.exit(1);
  }, slowest);
  try {
    await run();
    process.stdout.write(`passed  ${name}  ${((performance.now() - start) / 1000).toFixed(1)} s\n`);
  } catch (error) {
    failed++;
    process.stdout.write(
      `FAILED  ${name}\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    );
  }
  clearTimeout(timer);
}
process.stdout.write(failed === 0 ? 'All passed.\n' : `${failed} failed.\n`);
process.exit(failed === 0 ? 0 : 1);
