/** `node check-packages.js FOLDER...`: each built package as consumers see it. Packs what `npm run build` left, and builds nothing. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const scratch = mkdtempSync(join(tmpdir(), 'permesso-packages-'));
let failed = 0;

function check(program, args) {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status === 0) return;
  failed += 1;
  process.stdout.write(`${program} ${args.join(' ')} failed\n${stdout}${stderr}\n`);
}

try {
  for (const folder of process.argv.slice(2)) {
    const packed = execFileSync(
      'npm',
      ['pack', '--ignore-scripts', '--json', '--pack-destination', scratch],
      {
        cwd: folder,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
    const [{ filename, name, unpackedSize, entryCount }] = JSON.parse(packed);
    process.stdout.write(`${name}: ${entryCount} files, ${(unpackedSize / 1e6).toFixed(2)} MB unpacked\n`);
    check('publint', [folder, '--strict', '--pack', 'false']);
    // A style sheet has no types.
    const sheets = name === '@permesso/gate' ? ['--exclude-entrypoints', 'react/card.css'] : [];
    check('attw', [join(scratch, filename), '--profile', 'esm-only', ...sheets]);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.stdout.write(`${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;
