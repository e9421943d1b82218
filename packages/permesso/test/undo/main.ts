import { parseArgs } from 'node:util';
import { losingLines } from './losing-lines.ts';
import { openRandomRunner, type RandomRun } from './run-random.ts';

const { values } = parseArgs({
  options: {
    trees: { type: 'string' },
    from: { type: 'string' },
    json: { type: 'boolean' },
    list: { type: 'boolean' },
  },
});
const print = (text = ''): boolean => process.stdout.write(`${text}\n`);
const lines = losingLines();
if (values.list === true) {
  print(lines.join('\n'));
  process.exit(0);
}
const [count, from] = [Number(values.trees ?? 10_000), Number(values.from ?? 0)];
const counts = { trees: 0, allowed: 0, kept: 0, asked: 0, denied: 0, different: 0 };
const askedLines = new Map<string, number>();
const found: string[] = [];
/** Editors wait some seconds before they give up, so a few trees are run at a time. */
const together = 4;
let next = from;
async function runSome(): Promise<void> {
  const runner = openRandomRunner(lines);
  while (next < from + count) note(await runner.run(next++));
  await runner.close();
}

function note({ seed, line, verdict, kept, differences }: RandomRun): void {
  counts.trees += 1;
  counts[verdict === 'allow' ? 'allowed' : verdict === 'ask' ? 'asked' : 'denied'] += 1;
  if (kept) counts.kept += 1;
  if (verdict !== 'allow') askedLines.set(line, (askedLines.get(line) ?? 0) + 1);
  if (differences.length === 0) return;
  counts.different += 1;
  found.push(`${seed} ${line}: ${differences.slice(0, 4).join('; ')}`);
  if (values.json !== true) print(found.at(-1));
}

await Promise.all(Array.from({ length: together }, runSome));
const asked = [...askedLines].toSorted((a, b) => b[1] - a[1]);
if (values.json === true)
  print(JSON.stringify({ ...counts, lines: lines.length, asked: Object.fromEntries(asked), found }));
else {
  print(
    `${counts.trees} trees, ${lines.length} lines: ${counts.allowed} allowed (${counts.kept} kept), ${counts.asked} asked`,
  );
  print(`asked: ${asked.map(([line, times]) => `${line} (${times})`).join(', ')}`);
  print(`${counts.different} differences`);
}
process.exit(counts.different === 0 ? 0 : 1);
