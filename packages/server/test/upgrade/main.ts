import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOptions } from '../script-options.ts';
import { NoHistory, presentVersion, versionBefore } from './old-version.ts';
import { runUpgrade } from './run.ts';

const values = readOptions({
  name: 'npm run upgrade:server',
  says: "Runs two older versions of the team server, out of this repository's history, and the present one, one after the other on the same database under load, and counts what was lost. Needs PostgreSQL and npm.",
  options: {
    seconds: { type: 'string', default: '30', says: 'how long it runs, apart from starts and switches' },
  },
  example: ['--seconds 60', 'twenty seconds of load on each version'],
  exits: { 1: 'something was lost or happened twice: see "wrong"', 3: 'the clone has no history' },
});
const noHistory = 3;

async function main(): Promise<number> {
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
