import { spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';

/**
 * Sandboxed calls are refused for root, so root measures as a user without a name, in a process of its own. Not through main.ts: the
 * other benches write into the checkout when they are loaded.
 */
export function benchAsUser(file: string, name: string): Record<string, unknown> {
  const home = mkdtempSync('/var/tmp/permesso-bench-home-');
  chownSync(home, 12_345, 12_345);
  try {
    const program = `const bench = await import(${JSON.stringify(file)}); console.log(JSON.stringify(await bench[${JSON.stringify(name)}]()));`;
    const node = [
      process.execPath,
      '--no-warnings',
      '--conditions=@permesso/source',
      '--input-type=module',
      '-e',
      program,
    ];
    const ran = spawnSync('setpriv', ['--reuid=12345', '--regid=12345', '--clear-groups', ...node], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: home },
    });
    if (ran.status !== 0) throw new Error(ran.stderr);
    return JSON.parse(ran.stdout) as Record<string, unknown>;
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 20 });
  }
}
