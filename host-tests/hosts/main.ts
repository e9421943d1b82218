import { allCases, slice } from './all-cases.ts';
import { allHosts } from './all-hosts.ts';
import { bundleProducts, type Products } from './bundle-products.ts';
import { installHost, pinned } from './install-host.ts';
import type { StartedShell } from './case.ts';
import { answerComplaints, writeHostsTable } from './hosts-table.ts';
import { complaint } from './judge.ts';
import { writePage } from './page.ts';
import { readChoice } from './read-choice.ts';
import type { RealHost } from './real-host.ts';
import { readResults, writeResults } from './results.ts';
import { answerCase, rawAnswers } from './raw-answers.ts';
import { runCase } from './run-case.ts';
import { runHost } from './run-host.ts';

const help = `Runs real agent programs with our hook and a scripted model, and looks whether calls ran.

npm run tools -- hosts [HOST ...] [options]

  HOST           ${allHosts.map(({ name }) => name).join(', ')}; all when absent
  --case NAME    only this case; repeats
  --ci           the slice for every change: ${slice.hosts.join(', ')}, ${slice.cases.length} cases each
  --jobs N       cases at the same time; 2
  --measure      what it makes of exit codes, an ask, a rewrite, silence and no answer at all, with nothing of ours around
                 it; with --write into docs/hosts.md
  --newest       with --measure: of its newest version, beside what is written
  --write        keep the results and make proof/hosts.md again
  --verbose      what the model was told, and what the program printed where something is wrong

Programs are installed below ~/.cache/permesso-hosts, or $PERMESSO_HOSTS. Each case has a home of its own.

  npm run tools -- hosts codex --case deny --verbose

Exit codes: 0 everything as expected, 1 something is not, 2 wrong usage.
`;

const choice = readChoice({
  programs: allHosts.map(({ name }) => name),
  cases: allCases.map(({ name }) => name),
  slice: { programs: slice.hosts, cases: slice.cases },
});
const hosts = allHosts.filter(({ name }) => choice.programs.includes(name));
const cases = allCases.filter(({ name }) => choice.cases.includes(name));

if (choice.help) {
  console.log(help);
} else if (choice.unknown.length > 0) {
  console.error(`${help}\nNot known: ${choice.unknown.join(', ')}`);
  process.exitCode = 2;
} else {
  const products = await bundleProducts();
  try {
    const wrong = await (choice.measure ? measureAll(hosts, products) : runAll(hosts, products));
    process.exitCode = wrong === 0 ? 0 : 1;
  } finally {
    products.remove();
  }
}

/** How many programs no longer do what the row says that they do. */
async function measureAll(chosen: readonly RealHost[], products: Products): Promise<number> {
  let wrong = 0;
  for (const host of chosen) {
    const version = choice.newest ? 'latest' : pinned(host.pinnedBy ?? host.name).version;
    const prepared = { installed: await installHost(host.pinnedBy ?? host.name, version), products };
    const answers: Record<string, string> = {};
    const asked = rawAnswers.filter(({ handler }) => host.pluginText === undefined || handler !== undefined);
    for (const raw of asked)
      answers[raw.name] = (await runCase({ ...host, patience: 60_000 }, answerCase(raw), prepared)).deed;
    const before = readResults()[host.name];
    const drifted = asked.filter(
      ({ name }) => before?.answers !== undefined && before.answers[name] !== answers[name],
    );
    const complaints = [
      ...drifted.map(({ name }) => `${name} was ${before?.answers?.[name]}`),
      ...answerComplaints(host.name, answers),
    ];
    wrong += complaints.length === 0 ? 0 : 1;
    console.log(
      `${host.title} ${version}: ${asked.map(({ name }) => `${name} ${answers[name]}`).join(', ')}`,
    );
    for (const line of complaints) console.log(`! ${line}`);
    if (!choice.write) continue;
    const kept = { ...before, version, date: before?.date ?? today(), deeds: before?.deeds ?? {} };
    writeResults({ ...readResults(), [host.name]: { ...kept, answers, measured: today() } });
    writeHostsTable(readResults());
  }
  return wrong;
}

/** How many results are wrong. */
async function runAll(chosen: readonly RealHost[], products: Products): Promise<number> {
  const began = performance.now();
  let wrong = 0;
  let runs = 0;
  for (const host of chosen) {
    const { version } = pinned(host.pinnedBy ?? host.name);
    console.log(`${host.title} ${version}`);
    const installed = await installHost(host.pinnedBy ?? host.name);
    const deeds = new Map<string, string | undefined>();
    const shells: Record<string, StartedShell> = {};
    await runHost(host, {
      installed,
      products,
      cases,
      jobs: choice.jobs,
      done: (given, result) => {
        const problem = complaint(host, given, result);
        if (problem !== undefined) wrong += 1;
        runs += 1;
        if (result.shell !== undefined) shells[given.name] = result.shell;
        deeds.set(given.name, problem === undefined ? result.deed : undefined);
        const seconds = (result.milliseconds / 1000).toFixed(1);
        const mark = problem === undefined ? '  ' : '! ';
        console.log(
          `${mark}${given.name.padEnd(20)} ${result.deed.padEnd(12)} ${seconds} s ${problem ?? result.shell?.program ?? ''}`,
        );
        if (choice.verbose) console.log(result.told.replaceAll(/^/gm, '     > '));
        if (choice.verbose && problem !== undefined) console.log(result.output.replaceAll(/^/gm, '     | '));
      },
    });
    if (choice.write) keep(host.name, { version, deeds, shells });
  }
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(
    `${runs} runs in ${seconds} s, ${wrong === 0 ? 'all as expected' : `${wrong} not as expected`}`,
  );
  return wrong;
}

interface Fresh {
  readonly version: string;
  /** Nothing where the result was wrong: then an earlier one is not kept either. */
  readonly deeds: ReadonlyMap<string, string | undefined>;
  readonly shells: Readonly<Record<string, StartedShell>>;
}

/** Results of single cases are added to those of the last run of the same version. */
function keep(name: string, { version, deeds, shells }: Fresh): void {
  const all = readResults();
  const before = all[name]?.version === version ? all[name] : undefined;
  const merged = new Map<string, string | undefined>([...Object.entries(before?.deeds ?? {}), ...deeds]);
  const kept = {
    ...before,
    version,
    date: today(),
    deeds: inOrder(merged),
    shells: { ...before?.shells, ...shells },
  };
  const next = { ...all, [name]: kept };
  const sorted = allHosts.flatMap((host) => {
    const found = next[host.name];
    return found === undefined ? [] : [[host.name, found] as const];
  });
  writeResults(Object.fromEntries(sorted));
  writePage(readResults());
}

function inOrder(deeds: ReadonlyMap<string, string | undefined>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    allCases.flatMap(({ name }) => {
      const deed = deeds.get(name);
      return deed === undefined ? [] : [[name, deed] as const];
    }),
  );
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
