import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rerunAsUser } from '../../../packages/permesso/test/sandbox/as-user.ts';
import { allHosts } from '../all-hosts.ts';
import { installHost, pinned } from '../install-host.ts';
import { readChoice } from '../read-choice.ts';
import type { RealHost } from '../real-host.ts';
import { runSandboxCase } from './run-sandbox-case.ts';
import { fits, sandboxCases } from './sandbox-case.ts';
import { keepRuns, type SandboxRun, type SandboxRuns } from './sandbox-page.ts';

const help = `Runs real agent programs with \`sandbox: on\`, a scripted model and a script that tries to get out.

npm run tools -- hosts:sandbox [HOST ...] [options]

  HOST           ${allHosts.map(({ name }) => name).join(', ')}; all when absent
  --case NAME    only this case; repeats
  --write        keep the results and make proof/sandbox-in-agents.md again
  --verbose      what the model was told, and what the program printed where something is wrong

Needs \`npm run build\`. Root runs the programs as a user without a name, from $PERMESSO_HOSTS, which that user must be able to read.

  npm run tools -- hosts:sandbox gemini-cli --case "runs inside" --verbose

Exit codes: 0 everything as expected, 1 something is not, 2 wrong usage.
`;

const choice = readChoice({
  programs: allHosts.map(({ name }) => name),
  cases: sandboxCases.map(({ name }) => name),
});
const hosts = allHosts.filter(({ name }) => choice.programs.includes(name));
const cases = sandboxCases.filter(({ name }) => choice.cases.includes(name));
const place = process.env['SANDBOX_PLACE'];

if (choice.help) process.stdout.write(help);
else if (choice.unknown.length > 0) {
  process.stderr.write(`${help}\nNot known: ${choice.unknown.join(', ')}\n`);
  process.exitCode = 2;
} else if (place === undefined) {
  process.env['PERMESSO_HOSTS'] ??= '/var/tmp/permesso-hosts';
  const folder = process.env['PERMESSO_HOSTS'];
  for (const { name, pinnedBy = name } of hosts) await installHost(pinnedBy);
  // The user who runs the programs cannot write the repository.
  const shared = mkdtempSync(join(tmpdir(), 'permesso-results-'));
  chmodSync(shared, 0o777);
  const file = join(shared, 'results.json');
  process.exitCode = rerunAsUser(import.meta.filename, { PERMESSO_HOSTS: folder, SANDBOX_RESULTS: file });
  if (choice.write && existsSync(file)) keepRuns(JSON.parse(readFileSync(file, 'utf8')) as SandboxRuns);
  rmSync(shared, { recursive: true, maxRetries: 20 });
} else {
  process.env['TMPDIR'] = place;
  let wrong = 0;
  let runs = 0;
  const done: Record<string, SandboxRun> = {};
  for (const host of hosts) {
    const { problems, count, run } = await runAll(host);
    wrong += problems;
    runs += count;
    done[host.name] = run;
    // After each program: a run that is ended keeps what was shown.
    writeFileSync(process.env['SANDBOX_RESULTS'] ?? '/dev/null', JSON.stringify(done));
  }
  process.stdout.write(`${runs} runs, ${wrong === 0 ? 'all as expected' : `${wrong} not as expected`}\n`);
  process.exitCode = wrong === 0 ? 0 : 1;
}

interface HostRun {
  readonly problems: number;
  readonly count: number;
  /** Cases with a fault are left out. */
  readonly run: SandboxRun;
}

async function runAll(host: RealHost): Promise<HostRun> {
  const installed = await installHost(host.pinnedBy ?? host.name);
  const { version } = pinned(host.pinnedBy ?? host.name);
  process.stdout.write(`${host.title} ${version}\n`);
  let problems = 0;
  let seen: Pick<SandboxRun, 'sees' | 'exitCode'> = {};
  const cells: Record<string, string> = {};
  const fitting = cases.filter((given) => fits(host, given));
  for (const given of fitting) {
    const { where, sees, tellsExitCode, faults, told, output, milliseconds } = await runSandboxCase(
      host,
      given,
      installed,
    );
    if (faults.length > 0) problems += 1;
    else cells[given.name] = where;
    if (given.name === 'no hook') seen = { ...seen, exitCode: { ...seen.exitCode, bare: tellsExitCode } };
    if (given.name === 'runs inside' && where === 'inside')
      seen = { sees, exitCode: { ...seen.exitCode, inside: tellsExitCode } };
    const mark = faults.length === 0 ? '  ' : '! ';
    const seconds = (milliseconds / 1000).toFixed(1);
    const about = `${where.padEnd(12)} ${seconds} s sees ${sees}${tellsExitCode ? ', exit code' : ''}`;
    process.stdout.write(`${mark}${given.name.padEnd(20)} ${about} ${faults.join('; ')}\n`);
    if (choice.verbose) process.stdout.write(`${told.replaceAll(/^/gm, '     > ')}\n`);
    if (choice.verbose && faults.length > 0) process.stdout.write(`${output.replaceAll(/^/gm, '     | ')}\n`);
  }
  const date = new Date().toISOString().slice(0, 10);
  return { problems, count: fitting.length, run: { version, date, cells, ...seen } };
}
