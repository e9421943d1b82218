import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

const repository = join(import.meta.dirname, '../..');

/** The gateway as one file: what is measured is the gateway, and not how Node reads hundreds of sources. */
export function bundleMain(): string {
  const folder = join(process.env['PERMESSO_CACHE'] ?? join(repository, '.cache'), 'mcp-gateway');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `main-${process.pid}.mjs`);
  const source = join(import.meta.dirname, 'gateway-main.ts');
  execFileSync(
    join(repository, 'node_modules/.bin/rolldown'),
    [source, '--file', file, '--format', 'esm', '--platform', 'node'],
    { stdio: ['ignore', 'ignore', 'inherit'], timeout: 60_000 },
  );
  return file;
}
