import { fuzzPolicyFiles } from './fuzz.ts';
import { killWriters, writeTogether } from './storm.ts';

/** The long form of what the tests do in part: run.ts [fuzz|storm|kills] [COUNT]. Prints what it counted. */
const [what = 'all', count] = process.argv.slice(2);
let isGood = true;

function report(name: string, result: object, good: boolean): void {
  isGood &&= good;
  process.stdout.write(`${JSON.stringify({ check: name, good, ...result })}\n`);
}

if (what === 'all' || what === 'fuzz') {
  const seed = Date.now() % 1_000_000;
  const result = fuzzPolicyFiles({ texts: Number(count ?? 200_000), seed, size: 1024 * 1024 - 64 });
  report('fuzz', { seed, ...result }, result.failures.length === 0);
}
if (what === 'all' || what === 'storm') {
  const result = await writeTogether(4, Number(count ?? 250));
  const isWhole = result.rulesPresent === result.writers * result.rulesEach;
  report('storm', result, isWhole && result.badReads.length === 0 && result.left.length === 0);
}
if (what === 'all' || what === 'kills') {
  const result = await killWriters(Number(count ?? 500));
  report('kills', result, result.torn.length === 0 && result.writesAfter && result.left.length === 0);
}
process.exitCode = isGood ? 0 : 1;
