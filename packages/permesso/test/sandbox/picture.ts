/** Draws docs/sandbox-explain.svg from what the program prints: `node --conditions=@permesso/source .../picture.ts --write`. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { escaped } from '../../src/cli/look/charts.ts';
import { terminalPicture } from '../look/picture.ts';

const home = mkdtempSync(join(homedir(), '.permesso-picture-'));
try {
  const project = join(home, 'shop');
  for (const folder of ['.ssh', 'shop/.git', 'shop/.vscode'])
    mkdirSync(join(home, folder), { recursive: true });
  writeFileSync(join(project, '.env'), '');
  writeFileSync(
    join(project, 'policy.yaml'),
    'sandbox:\n  hosts: [pypi.org, files.pythonhosted.org]\ndeny:\n  - Read(**/.env)\n',
  );
  const words = ['sandbox', 'explain', '--policy', 'policy.yaml', 'python3 fix.py'];
  const main = join(import.meta.dirname, '../../src/cli/main.ts');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--no-warnings', '--conditions=@permesso/source', main, ...words],
    { cwd: project, encoding: 'utf8', env: { PATH: '/usr/bin:/bin', HOME: home } },
  );
  if (status !== 0) throw new Error(`explain ended with ${status}: ${stderr}`);
  const lines = [
    "$ permesso sandbox explain --policy policy.yaml 'python3 fix.py'",
    ...stdout.trimEnd().replaceAll(home, '/home/me').split('\n'),
  ];
  const picture = terminalPicture(lines, {
    label: 'permesso sandbox explain: what a sandboxed call may write, read and reach',
    coloured: (line) => {
      const kind = line.startsWith('sandboxed') ? 'q' : /^[A-Z][a-z-]+:/.test(line) ? 't' : undefined;
      const secondary = /^(?: {2}and \d|Profile)/.test(line) ? 's' : kind;
      return secondary === undefined ? escaped(line) : `<tspan class="${secondary}">${escaped(line)}</tspan>`;
    },
  });
  if (process.argv.includes('--write'))
    writeFileSync(join(import.meta.dirname, '../../../../docs/sandbox-explain.svg'), picture);
  else process.stdout.write(`${lines.join('\n')}\n`);
} finally {
  rmSync(home, { recursive: true, force: true, maxRetries: 20 });
}
