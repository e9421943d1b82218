import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../../', import.meta.url));

/** What the package ships, made from the sources once for all cases: nobody's edit reaches into a run. */
export interface Products {
  readonly hook: string;
  /** For hosts that load code instead of starting commands. */
  readonly plugin: string;
  readonly remove: () => void;
}

export async function bundleProducts(): Promise<Products> {
  const folder = mkdtempSync(join(tmpdir(), 'permesso-products-'));
  const hook = join(folder, 'hook.cjs');
  const plugin = join(folder, 'opencode-plugin.js');
  await bundle('src/cli/hook.ts', ['--file', hook, '--format', 'cjs', '--minify']);
  await bundle('src/hosts/opencode/plugin.ts', ['--file', plugin, '--format', 'esm']);
  return { hook, plugin, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

async function bundle(source: string, how: readonly string[]): Promise<void> {
  const rolldown = join(repository, 'node_modules/.bin/rolldown');
  await run(process.execPath, [rolldown, source, ...how, '--platform', 'node'], {
    cwd: join(repository, 'packages/permesso'),
    timeout: 60_000,
  });
}
