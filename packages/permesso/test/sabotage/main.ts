/** `npm run tools -- sabotage [AREA...]`: undoes each fix in turn and demands that a test fails. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { outcomeOf, type Outcome } from './outcome.ts';
import { patch, type Sabotage } from './sabotage.ts';

const here = import.meta.dirname;
const root = join(here, '../../../..');
const areasFolder = join(here, 'areas');
const known = readdirSync(areasFolder).map((name) => name.replace(/\.ts$/, ''));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((area) => !known.includes(area));
if (unknown.length > 0) {
  complain(`sabotage: no area ${unknown.join(', ')}; there are ${known.join(', ')}`);
  process.exit(2);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}

function runTests({ tests, named }: Pick<Sabotage, 'tests' | 'named'>): Outcome {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const report = join(mkdtempSync(join(tmpdir(), 'permesso-sabotage-')), 'report.json');
  try {
    spawnSync(
      process.execPath,
      [
        vitest,
        'run',
        ...tests,
        '--bail=1',
        '--reporter=json',
        `--outputFile=${report}`,
        ...(named === undefined ? [] : ['-t', named]),
      ],
      { cwd: root, stdio: 'ignore', env: { ...process.env, NO_COLOR: '1' }, timeout: 300_000 },
    );
    return outcomeOf(existsSync(report) ? readFileSync(report, 'utf8') : undefined);
  } finally {
    rmSync(dirname(report), { recursive: true, force: true });
  }
}

/** What the tests say with the fix undone. The file is as it was afterwards, whatever happens. */
function undone(sabotage: Sabotage): Outcome {
  const path = join(root, sabotage.file);
  const original = readFileSync(path, 'utf8');
  const patched = patch(sabotage, original);
  const restore = (): void => writeFileSync(path, original);
  const stop = (): never => {
    restore();
    process.exit(130);
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    writeFileSync(path, patched);
    return runTests(sabotage);
  } finally {
    restore();
    process.removeListener('SIGINT', stop);
    process.removeListener('SIGTERM', stop);
  }
}

const words: Readonly<Record<Outcome, string>> = {
  fail: 'noticed',
  pass: 'MISSED ',
  broken: 'BROKEN ',
  none: 'MISSED ',
};
const without = {
  fail: 'fails without any change',
  broken: 'cannot be run without any change',
  none: 'no test has that name',
};

let missed = 0;
let total = 0;
for (const area of known.filter((name) => wanted.length === 0 || wanted.includes(name))) {
  const { sabotages } = (await import(join(areasFolder, `${area}.ts`))) as {
    sabotages: readonly Sabotage[];
  };
  // A test that fails on its own would notice everything.
  for (const tests of new Set(sabotages.map((one) => JSON.stringify([one.tests, one.named])))) {
    const [files, named] = JSON.parse(tests) as [string[], string | null];
    const outcome = runTests({ tests: files, ...(named === null ? {} : { named }) });
    if (outcome !== 'pass') {
      complain(`sabotage: ${files.join(' ')}${named === null ? '' : ` -t '${named}'`}: ${without[outcome]}`);
      process.exit(1);
    }
  }
  for (const sabotage of sabotages) {
    total += 1;
    const outcome = undone(sabotage);
    if (outcome !== 'fail') missed += 1;
    say(`${words[outcome]}  ${area}: ${sabotage.claim}`);
  }
}
say(`${total} fixes undone, ${missed} not noticed by a test`);
process.exitCode = missed === 0 ? 0 : 1;
