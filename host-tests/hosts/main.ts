import { parseArgs } from 'node:util';
import { allCases, slice } from './all-cases.ts';
import { allHosts } from './all-hosts.ts';
import { bundleProducts, type Products } from './bundle-products.ts';
import { installHost, pinned } from './install-host.ts';
import { complaint } from './judge.ts';
import { writePage } from './page.ts';
import type { RealHost } from './real-host.ts';
import { readResults, writeResults } from './results.ts';
import { runHost } from './run-host.ts';

const help = `Runs real agent programs with our hook and a scripted model, and looks whether calls ran.

npm run hosts -- [HOST ...] [options]

  HOST           ${allHosts.map(({ name }) => name).join(', ')}; all when absent
  --case NAME    only this case; repeats
  --ci           the slice for every change: ${slice.hosts.join(', ')}, ${slice.cases.length} cases each
  --jobs N       cases at the same time; 2
  --write        keep the results and make docs/hosts.md again
  --verbose      what the model was told, and what the program printed where something is wrong

Programs are installed below ~/.cache/permesso-hosts, or $PERMESSO_HOSTS. Each case has a home of its own.

  npm run hosts -- codex --case deny --verbose

Exit codes: 0 everything as expected, 1 something is not, 2 wrong usage.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    case: { type: 'string', multiple: true },
    ci: { type: 'boolean', default: false },
    jobs: { type: 'string', default: '2' },
    write: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const hostNames =
  positionals.length > 0 ? positionals : values.ci ? slice.hosts : allHosts.map(({ name }) => name);
const caseNames = values.case ?? (values.ci ? slice.cases : allCases.map(({ name }) => name));
const hosts = hostNames.map((name) => allHosts.find((host) => host.name === name));
const cases = allCases.filter(({ name }) => caseNames.includes(name));
const jobs = Number(values.jobs);

if (values.help) {
  console.log(help);
} else if (hosts.includes(undefined) || cases.length !== caseNames.length || !(jobs >= 1)) {
  console.error(`${help}\nNot known: ${process.argv.slice(2).join(' ')}`);
  process.exitCode = 2;
} else {
  const products = await bundleProducts();
  try {
    const wrong = await runAll(
      hosts.filter((host) => host !== undefined),
      products,
    );
    process.exitCode = wrong === 0 ? 0 : 1;
  } finally {
    products.remove();
  }
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
    await runHost(host, {
      installed,
      products,
      cases,
      jobs,
      done: (given, result) => {
        const problem = complaint(host, given, result);
        if (problem !== undefined) wrong += 1;
        runs += 1;
        deeds.set(given.name, problem === undefined ? result.deed : undefined);
        const seconds = (result.milliseconds / 1000).toFixed(1);
        const mark = problem === undefined ? '  ' : '! ';
        console.log(
          `${mark}${given.name.padEnd(20)} ${result.deed.padEnd(12)} ${seconds} s ${problem ?? ''}`,
        );
        if (values.verbose) console.log(result.told.replaceAll(/^/gm, '     > '));
        if (values.verbose && problem !== undefined) console.log(result.output.replaceAll(/^/gm, '     | '));
      },
    });
    if (values.write) keep(host.name, { version, deeds });
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
}

/** Results of single cases are added to those of the last run of the same version. */
function keep(name: string, { version, deeds }: Fresh): void {
  const all = readResults();
  const before = all[name]?.version === version ? all[name].deeds : {};
  const merged = new Map<string, string | undefined>([...Object.entries(before), ...deeds]);
  const next = { ...all, [name]: { version, date: today(), deeds: inOrder(merged) } };
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
