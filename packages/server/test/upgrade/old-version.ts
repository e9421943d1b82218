import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../../..');

/** Said where the clone does not go back far enough. */
export class NoHistory extends Error {}

/** A version of the server that can be started: its sources and what they import. */
export interface Version {
  readonly name: string;
  /** The newest migration that it brings. */
  readonly newest: string;
  readonly commandLine: string;
}

/** The checkout that this runs in. */
export function presentVersion(): Version {
  return versionIn(root, 'present');
}

/** The version before the one that brought a migration, out of the repository's own history. */
export function versionBefore(migration: string, { within }: { readonly within: string }): Version {
  const path = `packages/server/sql/${migration}`;
  const added = git('log', '--diff-filter=A', '--format=%H', '--', path).trim().split('\n').at(-1) ?? '';
  if (added === '' || isShallow() || !exists(`${added}^`))
    throw new NoHistory(`this clone has no version from before ${path}: fetch with git fetch --unshallow`);
  const name = git('rev-parse', '--short', `${added}^`).trim();
  const folder = join(within, name);
  mkdirSync(folder);
  const archive = git(
    'archive',
    '--format=tar',
    `${added}^`,
    'packages',
    'package.json',
    'package-lock.json',
  );
  execFileSync('tar', ['-x', '-C', folder], { input: Buffer.from(archive, 'latin1') });
  installModules(folder);
  return versionIn(folder, name);
}

function versionIn(folder: string, name: string): Version {
  const migrations = readdirSync(join(folder, 'packages/server/sql')).filter((each) => /^\d{4}-/.test(each));
  return {
    name,
    newest: migrations.toSorted().at(-1) ?? '',
    commandLine: join(folder, 'packages/permesso/src/cli/main.ts'),
  };
}

/** What it depends on in its own versions. What is bundled when it is published is taken from this checkout. */
function installModules(folder: string): void {
  const flags = ['--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  execFileSync('npm', ['ci', ...flags], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  linkMissing(join(root, 'node_modules'), join(folder, 'node_modules'));
}

function linkMissing(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const each of readdirSync(from).filter((name) => !name.startsWith('.'))) {
    if (each.startsWith('@')) linkMissing(join(from, each), join(to, each));
    else if (!existsSync(join(to, each))) symlinkSync(join(from, each), join(to, each));
  }
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, {
    cwd: root,
    encoding: 'latin1',
    maxBuffer: 1 << 30,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

function isShallow(): boolean {
  return git('rev-parse', '--is-shallow-repository').trim() === 'true';
}

function exists(commit: string): boolean {
  try {
    git('rev-parse', '--verify', commit);
    return true;
  } catch {
    return false;
  }
}
