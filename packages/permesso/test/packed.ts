import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const repository = join(import.meta.dirname, '../../..');

/** An otherwise empty folder into which the packed package was installed. */
export interface Installed {
  readonly folder: string;
  readonly remove: () => Promise<void>;
}

/**
 * What a stranger does: the tarball as a release would make it, installed into an empty folder. Packing builds, and a
 * build begins by removing `dist`, so it happens in a copy where it disturbs nobody.
 */
export async function installPacked(): Promise<Installed> {
  const scratch = await mkdtemp(join(tmpdir(), 'permesso-packed-'));
  const remove = (): Promise<void> => rm(scratch, { recursive: true, force: true, maxRetries: 20 });
  try {
    const copy = await copySources(join(scratch, 'copy'));
    const tarballs: string[] = [];
    for (const name of [engine, protocol, gate, own]) tarballs.push(await pack(join(copy, name), scratch));
    const folder = join(scratch, 'empty');
    await mkdir(folder);
    await install(folder, tarballs);
    return { folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

const engine = 'packages/engine';
const protocol = 'packages/protocol';
const gate = 'packages/gate';
const own = 'packages/permesso';

async function copySources(to: string): Promise<string> {
  for (const name of [engine, protocol, gate, own]) await mkdir(join(to, name), { recursive: true });
  await linkModules(join(to, 'node_modules'));
  const files = [
    'LICENSE',
    'README.md',
    'SECURITY.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'corpus',
    'docs',
    'release',
    'tsconfig.base.json',
  ];
  for (const name of ['package.json', 'tsconfig.json', 'tsconfig.build.json', 'src'])
    files.push(`${engine}/${name}`, `${protocol}/${name}`, `${gate}/${name}`, `${own}/${name}`);
  files.push(
    `${engine}/build.ts`,
    `${engine}/changed-at.ts`,
    `${engine}/join-modules.ts`,
    `${engine}/late-modules.ts`,
    `${engine}/remove-unreached.ts`,
    `${engine}/write-late.ts`,
    `${protocol}/build.ts`,
    `${gate}/build.ts`,
    `${gate}/presets`,
    `${gate}/schema`,
  );
  const builders = (await readdir(join(repository, own))).filter((name) => name.endsWith('.ts'));
  for (const name of builders) files.push(`${own}/${name}`);
  // The pages of the console are built into the package.
  for (const name of ['package.json', 'index.html', 'vite.config.ts', 'tsconfig.json', 'src'])
    files.push(`packages/console/${name}`);
  for (const name of files) await cp(join(repository, name), join(to, name), { recursive: true });
  return to;
}

/** Modules from npm are those of this repository; its own packages are the copies. */
async function linkModules(to: string): Promise<void> {
  await mkdir(join(to, '@permesso'), { recursive: true });
  for (const name of await readdir(join(repository, 'node_modules')))
    if (name !== '@permesso' && name !== 'permesso')
      await symlink(join(repository, 'node_modules', name), join(to, name));
  for (const name of ['engine', 'protocol', 'gate'])
    await symlink(join('../../packages', name), join(to, '@permesso', name));
}

async function pack(folder: string, into: string): Promise<string> {
  const before = new Set(await readdir(into));
  await npm(folder, ['pack', '--pack-destination', into]);
  const made = (await readdir(into)).filter((name) => name.endsWith('.tgz') && !before.has(name));
  const [name] = made;
  if (name === undefined || made.length > 1) throw new Error(`npm pack made ${made.join(', ') || 'nothing'}`);
  return join(into, name);
}

async function install(folder: string, tarballs: readonly string[]): Promise<void> {
  try {
    await npm(folder, [
      'install',
      ...tarballs,
      '--prefer-offline',
      '--fetch-retries=0',
      '--fetch-timeout=10000',
    ]);
  } catch (error) {
    await installWithoutRegistry(folder, tarballs, error);
  }
}

/** Without a registry the dependencies come from the copies that this repository runs on, in the same versions. */
async function installWithoutRegistry(
  folder: string,
  packed: readonly string[],
  reason: unknown,
): Promise<void> {
  const { dependencies = {} } = JSON.parse(
    await readFile(join(repository, 'packages/engine/package.json'), 'utf8'),
  ) as { readonly dependencies?: Readonly<Record<string, string>> };
  const tarballs: string[] = [];
  for (const name of Object.keys(dependencies)) {
    const copy = join(repository, 'node_modules', name);
    const into = join(folder, '..', `dependency-${tarballs.length}`);
    await mkdir(into);
    tarballs.push(await packAsItIs(copy, into));
  }
  try {
    await npm(folder, ['install', ...packed, ...tarballs, '--offline']);
  } catch (error) {
    throw new AggregateError(
      [reason, error],
      'the tarball could be installed neither with nor without a registry',
      { cause: error },
    );
  }
}

async function packAsItIs(folder: string, into: string): Promise<string> {
  await npm(into, ['pack', folder, '--ignore-scripts', '--pack-destination', into]);
  const [name = ''] = await readdir(into);
  return join(into, name);
}

async function npm(cwd: string, args: readonly string[]): Promise<void> {
  try {
    await run('npm', [...args, '--no-audit', '--no-fund'], { cwd, timeout: 600_000 });
  } catch (error) {
    // A build that fails says why on its standard output.
    const said = error instanceof Error && 'stdout' in error ? String(error.stdout) : '';
    throw new Error(`npm ${args.join(' ')} failed\n${said}`, { cause: error });
  }
}

/** Runs a script with the node that runs the tests, and gives back what it prints. */
export async function runNode(cwd: string, script: string): Promise<string> {
  const { stdout } = await run(process.execPath, [script], { cwd, timeout: 240_000 });
  return stdout;
}

/** Runs the command line as a stranger has it, with a home of its own. */
export async function runPermesso(
  cwd: string,
  args: readonly string[],
): Promise<{ code: number; out: string }> {
  const program = join(cwd, 'node_modules/permesso/dist/cli/main.cjs');
  const env = { PATH: process.env['PATH'], HOME: cwd };
  try {
    return {
      code: 0,
      out: (await run(process.execPath, [program, ...args], { cwd, env, timeout: 240_000 })).stdout,
    };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, out: `${stdout}${stderr}` };
  }
}

/** Type-checks files of a folder as a strict consumer would. */
export async function checkTypes(cwd: string, files: readonly string[]): Promise<void> {
  const compiler = join(repository, 'node_modules/typescript/bin/tsc');
  const types = ['--types', 'node', '--typeRoots', join(repository, 'node_modules/@types')];
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--ignoreConfig'];
  await run(process.execPath, [compiler, ...options, ...types, ...files], { cwd, timeout: 240_000 });
}
