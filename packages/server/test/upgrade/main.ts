import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { NoHistory, presentVersion, versionBefore } from './old-version.ts';
import { runUpgrade } from './run.ts';

const usage = `npm run upgrade:server -- [--seconds N]

Runs two older versions of the team server, out of this repository's history, and the present one, one after the other
on the same database under load, and counts what was lost. Needs PostgreSQL and npm.

  --seconds N   how long it runs, apart from starts and switches (30)
  --help

Exit code 0: nothing was lost and nothing happened twice. 1: something was wrong, see "wrong". 3: the clone is shallow.
`;

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '30' }, help: { type: 'boolean', default: false } },
});
const noHistory = 3;

async function main(): Promise<number> {
  if (values.help) {
    process.stdout.write(usage);
    return 0;
  }
  const within = mkdtempSync(join(tmpdir(), 'permesso-versions-'));
  const progress = (done: string): void => void process.stderr.write(`${done}\n`);
  try {
    const before = ['0095-cells.sql', '0100-passkeys.sql'] as const;
    const [first, second] = before.map((migration) => versionBefore(migration, { within }));
    if (first === undefined || second === undefined) return noHistory;
    progress('the older versions are installed');
    const versions = [first, second, presentVersion()] as const;
    const report = await runUpgrade({
      versions,
      secondsEach: Number(values.seconds) / versions.length,
      progress,
    });
    process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
    return report.wrong.length === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof NoHistory)) throw error;
    process.stderr.write(`${error.message}\n`);
    return noHistory;
  } finally {
    rmSync(within, { recursive: true, force: true });
  }
}

process.exitCode = await main();
