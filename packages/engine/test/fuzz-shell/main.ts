import { parseArgs } from 'node:util';
import { commandsIn } from './commands-in.ts';
import { dialects } from './dialect.ts';
import { fuzzBatch, newTally, shrink } from './fuzz.ts';
import type { Tally } from './fuzz.ts';
import { openOracle } from './oracle.ts';
import type { Oracle } from './oracle.ts';
import { seeded } from './random.ts';
import { SEEDS } from './seeds.ts';
import { shellPrograms } from './shell-programs.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string' },
    scripts: { type: 'string' },
    seed: { type: 'string' },
    corpus: { type: 'string' },
    jobs: { type: 'string', default: '2' },
    shell: { type: 'string', default: 'bash' },
    /** Another file in its place, such as an older version. */
    program: { type: 'string' },
    reasons: { type: 'boolean', default: false },
  },
});

const found = shellPrograms.get(values.shell);
if (found === undefined)
  throw new Error(`unknown shell ${values.shell}; one of ${[...shellPrograms.keys()].join(', ')}`);
const program = { ...found, ...(values.program === undefined ? {} : { file: values.program }) };
const seed = Number(values.seed ?? Date.now() % 1_000_000_007);
const limit = values.scripts === undefined ? Number.POSITIVE_INFINITY : Number(values.scripts);
const source = {
  shell: program.shell,
  random: seeded(seed),
  corpus: [...corpusFrom(values.corpus), ...(dialects[program.shell]?.seeds ?? [])],
};
const oracles = Array.from({ length: Number(values.jobs) }, () => openOracle(program));
const tally = newTally();
const began = Date.now();
let printed = 0;
let told = began;
const progressMs = 30_000;
const seconds = Number(values.seconds ?? (values.scripts === undefined ? 60 : Number.POSITIVE_INFINITY));
const until = { time: began + seconds * 1_000 };
process.once('SIGINT', () => {
  until.time = 0;
});

try {
  await Promise.all(oracles.map(work));
  print(summary(tally));
  const [oracle = openOracle(program)] = oracles;
  for (const finding of tally.violations.slice(0, 15)) {
    const smallest = await shrink(oracle, finding, program.shell);
    print(
      `${finding.violation.kind}, told ${finding.told}: ${JSON.stringify(smallest)} did ${JSON.stringify(finding.violation.found)}`,
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
  process.stderr.write(
    `${Math.round((told - began) / 1_000)} s: ${tally.scripts} scripts, ${tally.violations.length} violations\n`,
  );
}

function corpusFrom(file: string | undefined): readonly string[] {
  if (file === undefined) return SEEDS;
  // Paths would keep the scripts from being run.
  const commands = commandsIn(file).map((command) => command.replaceAll(/\/(?!dev\/null)/g, '+'));
  return [...SEEDS, ...commands];
}

function summary({ scripts, run, runUnknown, started, unknown, stuck, violations, reasons }: Tally): string {
  const took = (Date.now() - began) / 1_000;
  const lines = [
    `${program.shell}, seed ${seed}, ${took.toFixed(0)} s, ${(scripts / took).toFixed(0)} scripts/s`,
    `scripts ${scripts}, run ${run} (${runUnknown} read for every shell, ${stuck} did not end), commands started ${started}`,
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
