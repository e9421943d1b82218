import { parseArgs } from 'node:util';
import { commandsIn } from './commands-in.ts';
import { fuzzBatch, newTally, shrink } from './fuzz.ts';
import type { Tally } from './fuzz.ts';
import { openOracle } from './oracle.ts';
import type { Oracle } from './oracle.ts';
import { seeded } from './random.ts';
import { SEEDS } from './seeds.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    scripts: { type: 'string' },
    seed: { type: 'string' },
    corpus: { type: 'string' },
    jobs: { type: 'string', default: '2' },
    bash: { type: 'string', default: '/bin/bash' },
    reasons: { type: 'boolean', default: false },
  },
});

const seed = Number(values.seed ?? Date.now() % 1_000_000_007);
const limit = values.scripts === undefined ? Number.POSITIVE_INFINITY : Number(values.scripts);
const source = { random: seeded(seed), corpus: corpusFrom(values.corpus) };
const oracles = Array.from({ length: Number(values.jobs) }, () => openOracle(values.bash));
const tally = newTally();
const began = Date.now();
let printed = 0;
let told = began;
const progressMs = 30_000;
const until = { time: began + Number(values.seconds) * 1_000 };
process.once('SIGINT', () => {
  until.time = 0;
});

try {
  await Promise.all(oracles.map(work));
  print(summary(tally));
  const [oracle = openOracle(values.bash)] = oracles;
  for (const finding of tally.violations.slice(0, 15)) {
    const smallest = await shrink(oracle, finding);
    print(
      `${finding.violation.kind}: ${JSON.stringify(smallest)} started ${JSON.stringify(finding.violation.started)}`,
    );
  }
} finally {
  for (const oracle of oracles) oracle.close();
}
process.exitCode = tally.violations.length > 0 ? 1 : 0;

async function work(oracle: Oracle): Promise<void> {
  while (Date.now() < until.time && tally.scripts < limit && tally.violations.length < 40) {
    await fuzzBatch(oracle, source, tally);
    tellProgress();
    for (; printed < tally.violations.length; printed += 1) {
      print(`violation: ${JSON.stringify(tally.violations[printed]?.script)}`);
    }
  }
}

/** On standard error, so that the summary stays all there is to read for a program. */
function tellProgress(): void {
  if (Date.now() < told + progressMs) return;
  told = Date.now();
  const seconds = Math.round((told - began) / 1_000);
  process.stderr.write(`${seconds} s: ${tally.scripts} scripts, ${tally.violations.length} violations\n`);
}

function corpusFrom(file: string | undefined): readonly string[] {
  if (file === undefined) return SEEDS;
  // Paths would keep the scripts from being run.
  const commands = commandsIn(file).map((command) => command.replaceAll(/\/(?!dev\/null)/g, '+'));
  return [...SEEDS, ...commands];
}

function summary({ scripts, run, started, unknown, stuck, violations, reasons }: Tally): string {
  const seconds = (Date.now() - began) / 1_000;
  const lines = [
    `seed ${seed}, ${seconds.toFixed(0)} s, ${(scripts / seconds).toFixed(0)} scripts/s`,
    `scripts ${scripts}, run ${run} (${stuck} did not end), commands started ${started}`,
    `unknown ${((100 * unknown) / Math.max(1, scripts)).toFixed(2)} %, violations ${violations.length}`,
  ];
  if (values.reasons) {
    const sorted = [...reasons].toSorted((first, second) => second[1] - first[1]).slice(0, 40);
    for (const [reason, count] of sorted) lines.push(`${String(count).padStart(7)} ${reason}`);
  }
  return lines.join('\n');
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
