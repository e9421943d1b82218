import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildCopy } from '../build-copy.ts';
import { repository } from '../lockfile.ts';
import { published } from '../shipped.ts';
import { installedProblems, versionsOfLockfile } from './locked-versions.ts';
import { runProgram } from './run-program.ts';
import { tryImage, type ImageConfig } from './try-image.ts';

/**
 * `npm run tools -- deploy:image [--packed FOLDER] [--suite trixie] [--out FILE]`: the server as an OCI image without a foreign base: Debian's C
 * libraries, Node, and the packed packages with the versions of the lockfile. Needs root, mmdebstrap and buildah, and a PostgreSQL to try it on.
 */
const { values } = parseArgs({
  options: {
    packed: { type: 'string' },
    suite: { type: 'string', default: 'trixie' },
    out: { type: 'string' },
  },
});
const began = performance.now();
const scratch = mkdtempSync(join(tmpdir(), 'permesso-image-'));
const context = join(scratch, 'context');
const root = join(context, 'root');
const place = join(root, 'opt/permesso');
/** Storage of its own, which goes with the scratch folder. */
const buildah = (...args: readonly string[]): string =>
  runProgram('buildah', [
    '--root',
    join(scratch, 'storage'),
    '--runroot',
    join(scratch, 'run'),
    '--storage-driver',
    'vfs',
    ...args,
  ]);

try {
  if (process.getuid?.() !== 0)
    throw new Error(
      'this needs root: files of the image belong to root, and it is tried in a root of its own',
    );
  const packed = values.packed === undefined ? packHere() : resolve(values.packed);
  say('packed');
  makeBase();
  say(`Debian ${values.suite}: the libraries that Node needs, no shell and no package manager`);
  install(packed);
  say('the packages, in the versions of the lockfile');
  cpSync(join(repository, 'docs/server/Containerfile'), join(context, 'Containerfile'));
  const built = ['bud', '--isolation', 'chroot', '--timestamp', '0', '--tag', 'permesso-server', context];
  buildah(...built);
  const file = values.out === undefined ? join(scratch, 'image.tar') : resolve(values.out);
  buildah('push', '--quiet', 'permesso-server', `oci-archive:${file}:permesso-server`);
  say(`${Math.round(statSync(file).size / 1e6)} MB as an OCI archive`);
  // From the file: what is tried is what somebody would load.
  const container = buildah('from', `oci-archive:${file}`).trim();
  const { OCIv1 } = JSON.parse(buildah('inspect', container)) as {
    readonly OCIv1: { readonly config: ImageConfig };
  };
  const mounted = buildah('mount', container).trim();
  for (const line of await tryImage(mounted, OCIv1.config)) say(line);
  console.log(`image: built, loaded, started and stopped, ${seconds()} s`);
} catch (error) {
  console.log(`image: FAILED after ${seconds()} s: ${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
}

function seconds(): number {
  return Math.round((performance.now() - began) / 1000);
}

function say(what: string): void {
  console.log(`  ${String(seconds()).padStart(3)} s  ${what}`);
}

function packHere(): string {
  const copy = join(scratch, 'copy');
  buildCopy(copy, { timeZone: 'UTC', umask: '022' });
  return join(copy, 'packed');
}

/** Extracted and never run: nothing of Debian starts in the image. */
function makeBase(): void {
  mkdirSync(root, { recursive: true });
  const packages = ['base-files', 'libc6', 'libstdc++6', 'libgcc-s1'];
  const tar = join(scratch, 'base.tar');
  runProgram('mmdebstrap', [
    '--quiet',
    '--variant=extract',
    `--include=${packages.join(',')}`,
    values.suite,
    tar,
  ]);
  runProgram('tar', ['--extract', '--file', tar, '--directory', root, '--exclude=./dev/*']);
  // What the builder's machine lent it, and what only a package manager reads.
  for (const lent of [
    'etc/resolv.conf',
    'etc/hostname',
    'etc/apt',
    'var/cache',
    'var/lib/apt',
    'usr/share/doc',
  ])
    rmSync(join(root, lent), { recursive: true, force: true });
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0::/:/none\npermesso:x:10001:10001::/tmp:/none\n');
  writeFileSync(join(root, 'etc/group'), 'root:x:0:\npermesso:x:10001:\n');
}

function install(packed: string): void {
  mkdirSync(place, { recursive: true });
  cpSync(join(repository, 'node_modules/node/bin/node'), join(root, 'usr/bin/node'));
  const tarballs = published
    .filter((name) => name !== 'archive-duckdb' && name !== 'jetstream')
    .map((name) => join(packed, tarballOf(packed, name)));
  const versions = versionsOfLockfile();
  writeFileSync(join(place, 'package.json'), JSON.stringify({ private: true, overrides: versions }));
  const options = [
    '--omit=optional',
    '--omit=dev',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--silent',
  ];
  runProgram('npm', ['install', ...options, '--prefix', place, ...tarballs]);
  const problems = installedProblems(place, versions);
  if (problems.length > 0) throw new Error(`not as the lockfile says: ${problems.join(', ')}`);
}

function tarballOf(folder: string, name: string): string {
  const start = name === 'permesso' ? name : `permesso-${name}`;
  const [found] = globSync(`${start}-[0-9]*.tgz`, { cwd: folder });
  if (found === undefined) throw new Error(`${folder} has no package ${start}`);
  return found;
}
