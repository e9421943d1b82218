import { labelName, readLabels } from './labels.ts';
import { type Figures, type Finding, measure } from './verdicts.ts';

/** Labelled scripts of PowerShell, their reading and their verdicts. */
const args = process.argv.slice(2);
const files = args.filter((arg) => !arg.startsWith('--'));
if (files.length === 0) {
  console.error('usage: npm run tools -- powershell FILE.jsonl.gz... [--json] [--detail]');
  process.exitCode = 64;
} else {
  const figures: Record<string, Figures> = {};
  for (const file of files)
    figures[labelName(file)] = measure(readLabels(file), args.includes('--detail') ? tell : undefined);
  if (args.includes('--json')) console.log(JSON.stringify(figures, null, 2));
  else for (const [name, row] of Object.entries(figures)) print(name, row);
}

function tell({ id, what, script, why }: Finding): void {
  console.error(`${what}\t${id}\t${JSON.stringify(script)}\t${why}`);
}

function print(name: string, row: Figures): void {
  console.log(name);
  for (const [figure, count] of Object.entries(row)) console.log(`  ${figure.padEnd(16)}${String(count)}`);
}
