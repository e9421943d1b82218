import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './lockfile.ts';
import { published } from './shipped.ts';

export interface Tarball {
  readonly name: string;
  readonly file: string;
  readonly sha256: string;
}

/** What a machine may have otherwise: none of it may be seen in the result. */
export interface Circumstances {
  readonly timeZone: string;
  readonly umask: string;
}

/** Builds and packs the commit that is checked out, in a copy of its own. */
export function buildCopy(folder: string, { timeZone, umask }: Circumstances): readonly Tarball[] {
  mkdirSync(folder, { recursive: true });
  const packed = join(folder, 'packed');
  mkdirSync(packed);
  const archive = execFileSync('git', ['archive', 'HEAD'], {
    cwd: repository,
    maxBuffer: 1024 * 1024 * 1024,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const modules = join(repository, 'node_modules');
  // Hard links where the file system allows them: the packages are the same.
  if (spawnSync('cp', ['-al', modules, join(folder, 'node_modules')], { stdio: 'ignore' }).status !== 0)
    execFileSync('cp', ['-a', modules, folder]);
  return published.map((name) => {
    const command = `umask ${umask} && exec npm pack --silent --pack-destination "$1"`;
    const said = execFileSync('sh', ['-c', command, 'sh', packed], {
      cwd: join(folder, 'packages', name),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        TZ: timeZone,
        PATH: `${join(folder, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`,
      },
    });
    const file = join(packed, said.trimEnd().split('\n').at(-1) ?? '');
    return { name, file, sha256: createHash('sha256').update(readFileSync(file)).digest('hex') };
  });
}
