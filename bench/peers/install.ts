import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Peer } from './peers.ts';

/** Installs the exact version without running its install scripts, and without its host where that is a peer dependency. */
export function installPeer({ id, packages }: Peer, folder: string): void {
  const target = join(folder, id);
  if (existsSync(join(target, 'installed'))) return;
  mkdirSync(target, { recursive: true });
  writeFileSync(
    join(target, 'package.json'),
    JSON.stringify({ private: true, type: 'module', dependencies: packages }),
  );
  execFileSync(
    'npm',
    ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps', '--loglevel=error'],
    { cwd: target, stdio: ['ignore', 'ignore', 'inherit'], timeout: 900_000 },
  );
  writeFileSync(join(target, 'installed'), '');
}
