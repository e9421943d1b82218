import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildCopy } from '../build-copy.ts';
import { repository } from '../lockfile.ts';
import { published } from '../shipped.ts';
import { readSteps, readUnit, withTarballs } from './recipe.ts';
import { permittedCalls, readCallSets, tracedCalls } from './system-calls.ts';

/**
 * `npm run tools -- deploy:clean-root [--packed FOLDER] [--suite trixie]`: the steps of docs/server.md in an empty Debian, with the packed packages
 * of this commit. Needs root and debootstrap. The root is made below the folder of temporary files, and removed.
 */
const { values } = parseArgs({
  options: { packed: { type: 'string' }, suite: { type: 'string', default: 'trixie' } },
});
const scripts = import.meta.dirname;
const began = performance.now();
const scratch = mkdtempSync(join(tmpdir(), 'permesso-root-'));
const root = join(scratch, 'root');
try {
  if (process.getuid?.() !== 0)
    throw new Error('this needs root: it makes a Debian in a directory and changes into it');
  const steps = readSteps();
  const unit = readUnit();
  const folder = values.packed === undefined ? packHere() : resolve(values.packed);
  say('packed');
  run('make-root.sh', [root, values.suite]);
  say(`an empty Debian ${values.suite}`);
  const tarballs = published.map((name) => tarballOf(folder, name));
  const recipe = join(root, 'recipe');
  mkdirSync(recipe);
  for (const file of tarballs) cpSync(join(folder, file), join(recipe, file));
  for (const file of ['permesso.service', 'server.env'])
    cpSync(join(repository, 'docs/server', file), join(recipe, file));
  const inRoot = tarballs.map((file) => `/recipe/${file}`);
  writeFileSync(join(recipe, 'install'), withTarballs(steps.install, inRoot));
  writeFileSync(join(recipe, 'prepare'), steps.prepare);
  writeFileSync(join(recipe, 'first'), steps.first);
  writeFileSync(join(recipe, 'unit.sh'), unitVariables(unit));
  run('install.sh', [root], ['--mount']);
  say('the packages are installed');
  run('run.sh', [root], ['--mount', '--net', '--pid', '--fork', '--kill-child', '--mount-proc']);
  const calls = tracedCalls(readFileSync(`${root}.trace`, 'utf8'));
  const permitted = permittedCalls(unit.systemCalls, readCallSets(readFileSync(`${root}.sets`, 'utf8')));
  const refused = calls.filter((call) => !permitted.has(call));
  if (calls.length < 20)
    throw new Error(`the trace names ${calls.length} kinds of system calls: it is not that of a server`);
  if (refused.length > 0)
    throw new Error(`the unit's SystemCallFilter would end the server for ${refused.join(', ')}`);
  console.log(
    `clean root: installed, started, used and stopped in Debian ${values.suite}, ${calls.length} kinds of system calls within the unit's filter, ${seconds()} s`,
  );
} catch (error) {
  console.log(`clean root: FAILED after ${seconds()} s: ${(error as Error).message}`);
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

function tarballOf(folder: string, name: string): string {
  const start = name === 'permesso' ? name : `permesso-${name}`;
  const [found] = globSync(`${start}-[0-9]*.tgz`, { cwd: folder });
  if (found === undefined) throw new Error(`${folder} has no package ${start}`);
  return found;
}

/** In namespaces of its own where it mounts something: what it mounted ends with it. */
function run(script: string, args: readonly string[], namespaces: readonly string[] = []): void {
  const command = ['bash', join(scripts, script), ...args];
  const [program = '', ...rest] =
    namespaces.length === 0 ? command : ['unshare', '--propagation', 'private', ...namespaces, ...command];
  const { status, error } = spawnSync(program, rest, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${script} ended with ${status}`);
}

function unitVariables({
  execStart,
  environment,
  environmentFile,
  stateDirectory,
  stopSeconds,
}: ReturnType<typeof readUnit>): string {
  return [
    `exec_start='${execStart}'`,
    `environment=(${environment.map((each) => `'${each}'`).join(' ')})`,
    `environment_file='${environmentFile}'`,
    `state_directory='${stateDirectory}'`,
    `stop_seconds=${stopSeconds}`,
    '',
  ].join('\n');
}
