import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Hundreds of megabytes that every clone may share; `PERMESSO_HOSTS` puts them elsewhere. */
function cacheFolder(): string {
  return process.env['PERMESSO_HOSTS'] ?? join(homedir(), '.cache/permesso-hosts');
}

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
}

/** The package and the version that the folder of this host pins. */
export function pinned(name: string): { readonly package: string; readonly version: string } {
  const file = join(import.meta.dirname, name, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  const [found] = Object.entries(manifest.dependencies);
  if (found === undefined) throw new Error(`${file} pins nothing`);
  return { package: found[0], version: found[1] };
}

/** Installs the pinned program, or another version of it, without running any of its install scripts. */
export async function installHost(name: string, version: string = pinned(name).version): Promise<string> {
  const source = join(import.meta.dirname, name);
  const target = join(cacheFolder(), `${name}-${version}`);
  if (existsSync(join(target, 'node_modules'))) return target;
  const beside = `${target}.${process.pid}`;
  mkdirSync(beside, { recursive: true });
  const isPinned = version === pinned(name).version;
  try {
    if (isPinned) {
      for (const file of ['package.json', 'package-lock.json'])
        cpSync(join(source, file), join(beside, file));
    } else {
      const dependencies = { [pinned(name).package]: version };
      writeFileSync(join(beside, 'package.json'), JSON.stringify({ private: true, dependencies }));
    }
    // Not `npm ci`: it wants the packages of every other platform in the lockfile, which some registries do not have.
    // The versions and digests of the lockfile hold here too.
    await npm(['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund'], beside);
    renameSync(beside, target);
  } finally {
    rmSync(beside, { recursive: true, force: true, maxRetries: 20 });
  }
  return target;
}

async function npm(args: readonly string[], cwd: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await run('npm', args, { cwd, timeout: 1_800_000, maxBuffer: 64 * 1024 * 1024 });
      return;
    } catch (error) {
      // Registries have bad moments; a third failure is not one.
      if (attempt === 3) throw error;
    }
  }
}
