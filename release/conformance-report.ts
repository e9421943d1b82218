import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Score } from '../packages/permesso/src/cli/commands/conformance.ts';
import { repository } from './lockfile.ts';

/** What the built program answers to the public suite, file by file, with the digests of the cases. */
export function conformanceReport(built: string): string {
  const { version } = JSON.parse(readFileSync(join(built, 'package.json'), 'utf8')) as {
    readonly version: string;
  };
  const files = globSync('corpus/*.jsonl', { cwd: repository })
    .toSorted()
    .map((name) => {
      const file = join(repository, name);
      const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex');
      const { stdout, stderr } = spawnSync(
        process.execPath,
        [join(built, 'dist/cli/main.cjs'), 'conformance', '--json', file],
        { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
      );
      if (!stdout.startsWith('{')) throw new Error(`${name}: ${stderr}`);
      const { cases, pass, wrongAllow, wrongAsk, wrongDeny, errors } = JSON.parse(stdout) as Score;
      return { name, sha256, cases, pass, wrongAllow, wrongAsk, wrongDeny, errors };
    });
  const sum = (of: 'cases' | 'pass'): number => files.reduce((total, file) => total + file[of], 0);
  const report = { permesso: version, cases: sum('cases'), pass: sum('pass'), files };
  return `${JSON.stringify(report, undefined, 2)}\n`;
}
