/**
 * Writes what runs of `npm run tools -- fuzz:shell` printed into the table of proof/shells.md.
 *
 *     node packages/engine/test/fuzz-shell/record-runs.ts LOG...
 */
import { readFileSync, writeFileSync } from 'node:fs';

const page = new URL('../../../../proof/shells.md', import.meta.url);

let text = readFileSync(page, 'utf8');
for (const log of process.argv.slice(2)) text = withRun(text, readFileSync(log, 'utf8'));
writeFileSync(page, text);

/** The summary of a run, as a row in place of the one that the shell has. */
function withRun(table: string, log: string): string {
  const found =
    /^(?<shell>\w+), seed (?<seed>\d+),.*\nscripts (?<scripts>\d+), run (?<run>\d+) \((?<every>\d+) read for every shell.*commands started (?<started>\d+)\nunknown .*, violations (?<violations>\d+)$/mu.exec(
      log,
    );
  if (found?.groups === undefined) throw new Error('a log without a summary');
  const { shell = '', seed = '', scripts, run, every, started, violations } = found.groups;
  const counts = [scripts, run, every, started, violations].map((count) =>
    Number(count).toLocaleString('en'),
  );
  const row = new RegExp(`^(\\| ${shell} [^|]+\\|).*$`, 'mu');
  if (!row.test(table)) throw new Error(`the table has no row for ${shell}`);
  return table.replace(row, (_, name: string) => `${name} ${[seed, ...counts].join(' | ')} |`);
}
