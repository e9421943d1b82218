import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildCopy } from './build-copy.ts';
import { conformanceReport } from './conformance-report.ts';
import { sbomOf } from './sbom.ts';
import { published } from './shipped.ts';

/**
 * `npm run tools -- release:check [--out FOLDER]`: builds the commit that is checked out twice, in folders of other names, time zones
 * and file modes, and compares the tarballs byte for byte. With `--out` what is released is left there.
 */
const { values } = parseArgs({ options: { out: { type: 'string' } } });
const scratch = mkdtempSync(join(tmpdir(), 'permesso-release-'));
try {
  const first = buildCopy(join(scratch, 'one'), { timeZone: 'UTC', umask: '022' });
  const second = buildCopy(join(scratch, 'another folder/below'), {
    timeZone: 'Pacific/Auckland',
    umask: '077',
  });
  const different = first.filter(({ sha256 }, at) => second[at]?.sha256 !== sha256);
  for (const { file, sha256 } of first) console.log(`${sha256}  ${basename(file)}`);
  for (const one of different) {
    const other = second.find(({ name }) => name === one.name);
    console.log(`${one.name}: the second build differs`);
    if (other !== undefined) printDifference(one.file, other.file);
  }
  if (values.out !== undefined && different.length === 0) {
    const { out } = values;
    mkdirSync(out, { recursive: true });
    for (const { file } of first) copyFileSync(file, join(out, basename(file)));
    for (const folder of published) writeFileSync(join(out, `${folder}.cdx.json`), sbomOf(folder));
    writeFileSync(join(out, 'conformance.json'), conformanceReport(join(scratch, 'one/packages/permesso')));
    execFileSync('sh', ['-c', 'sha256sum -- *.tgz *.json > SHA256SUMS'], { cwd: out });
  }
  console.log(
    different.length === 0
      ? `${first.length} packages, two builds, the same bytes`
      : `${different.length} of ${first.length} packages differ`,
  );
  process.exitCode = different.length === 0 ? 0 : 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function printDifference(one: string, other: string): void {
  for (const file of [one, other]) {
    mkdirSync(`${file}.d`);
    execFileSync('tar', ['-xzf', file, '-C', `${file}.d`]);
  }
  const { stdout } = spawnSync('diff', ['-rq', `${one}.d`, `${other}.d`], { encoding: 'utf8' });
  console.log(stdout === '' ? 'the files are the same; their modes or order differ' : stdout);
}
