import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export interface Bundle {
  readonly hook: string;
  readonly remove: () => void;
}

/** The hook as it is shipped: one file, which starts in a fraction of the time that the sources take. */
export async function bundleHook(): Promise<Bundle> {
  const folder = mkdtempSync(join(tmpdir(), 'permesso-bundle-'));
  const hook = join(folder, 'hook.cjs');
  const rolldown = fileURLToPath(new URL('../../../../node_modules/.bin/rolldown', import.meta.url));
  await promisify(execFile)(
    process.execPath,
    [rolldown, 'src/cli/hook.ts', '--file', hook, '--format', 'cjs', '--platform', 'node'],
    { cwd: fileURLToPath(new URL('../..', import.meta.url)), timeout: 50_000 },
  );
  return { hook, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
