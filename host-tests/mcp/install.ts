import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const here = import.meta.dirname;

/** A folder named after the lock file, with the pinned packages in it: another pin is another folder. */
export function install(): string {
  const cache = process.env['PERMESSO_CACHE'] ?? join(here, '../../.cache');
  const lock = readFileSync(join(here, 'package-lock.json'));
  const folder = join(cache, `mcp-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`);
  if (existsSync(join(folder, 'installed'))) return folder;
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  mkdirSync(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    cpSync(join(here, file), join(folder, file));
  for (let attempt = 1; ; attempt++) {
    const { status } = spawnSync('npm', ['ci', '--ignore-scripts'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: 5 * 60_000,
    });
    if (status === 0) break;
    // Registries have bad moments; a third failure is not one.
    if (attempt === 3) throw new Error('the MCP packages could not be installed');
  }
  writeFileSync(join(folder, 'installed'), '');
  return folder;
}

/** A module of an installed package, by its place in it. */
export async function load<T>(folder: string, path: string): Promise<T> {
  return (await import(pathToFileURL(join(folder, 'node_modules/@modelcontextprotocol', path)).href)) as T;
}

export function fileServer(folder: string): string {
  return join(folder, 'node_modules/@modelcontextprotocol/server-filesystem/dist/index.js');
}
