/** `npm run tools -- sabotage [AREA...]`: undoes each fix in turn and demands that a test fails. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { timesFound, type Sabotage } from './sabotage.ts';

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

function runTests(sabotage: Sabotage): boolean {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const named = sabotage.named === undefined ? [] : ['-t', sabotage.named];
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...sabotage.tests, ...named, '--bail=1'], {
    cwd: root,
    stdio: 'ignore',
    env: { ...process.env, NO_COLOR: '1' },
    timeout: 300_000,
  });
  return status === 0;
}

/** Whether a test noticed. The file is as it was afterwards, whatever happens. */
function isNoticed(sabotage: Sabotage): boolean {
  const path = join(root, sabotage.file);
  const original = readFileSync(path, 'utf8');
  const times = timesFound(sabotage, original);
  if (times !== 1) throw new Error(`${sabotage.file}: the text stands ${times} times: ${sabotage.find}`);
  const restore = (): void => writeFileSync(path, original);
  const stop = (): never => {
    restore();
    process.exit(130);
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    writeFileSync(path, original.split(sabotage.find).join(sabotage.replace));
    return !runTests(sabotage);
  } finally {
    restore();
    process.removeListener('SIGINT', stop);
    process.removeListener('SIGTERM', stop);
  }
}

let missed = 0;
let total = 0;
for (const area of known.filter((name) => wanted.length === 0 || wanted.includes(name))) {
  const { sabotages } = (await import(join(areasFolder, `${area}.ts`))) as {
    sabotages: readonly Sabotage[];
  };
  // A test that fails on its own would notice everything.
  for (const tests of new Set(sabotages.map((one) => JSON.stringify([one.tests, one.named])))) {
    const [files, named] = JSON.parse(tests) as [string[], string | null];
    const probe = {
      claim: '',
      file: '',
      find: '',
      replace: '',
      tests: files,
      ...(named === null ? {} : { named }),
    };
    if (!runTests(probe)) {
      complain(`sabotage: ${files.join(' ')} fails without any change`);
      process.exit(1);
    }
  }
  for (const sabotage of sabotages) {
    total += 1;
    const noticed = isNoticed(sabotage);
    if (!noticed) missed += 1;
    say(`${noticed ? 'noticed' : 'MISSED '}  ${area}: ${sabotage.claim}`);
  }
}
say(`${total} fixes undone, ${missed} not noticed by a test`);
process.exitCode = missed === 0 ? 0 : 1;
