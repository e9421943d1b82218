/** `npm run tools -- without-plugin [NAME]...`: server and console without one of the plug-ins, each by turns or those that are named. */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkArchitecture } from './check.ts';
import { packageLaws } from './law.ts';
import { sourcesOf } from './read-sources.ts';

const repository = join(import.meta.dirname, '../../../..');
const tsc = join(repository, 'node_modules/.bin/tsc');
const vite = join(repository, 'node_modules/vite/bin/vite.js');

interface Part {
  readonly folder: 'server' | 'console';
  readonly checks: readonly (readonly [program: string, ...args: string[]])[];
}

const server: Part = {
  folder: 'server',
  checks: [
    [tsc, '-p', 'packages/server'],
    [process.execPath, '--conditions=@permesso/source', 'packages/server/build.ts'],
  ],
};
/** A plug-in without a page has no folder there. */
const pages: Part = {
  folder: 'console',
  checks: [
    [tsc, '-p', 'packages/console'],
    [process.execPath, vite, 'build', 'packages/console', '--outDir', 'dist', '--logLevel', 'error'],
  ],
};
const pluginsOf = ({ folder }: Part): string => `packages/${folder}/src/plugins`;

const all = readdirSync(join(repository, pluginsOf(server)), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const named = process.argv.slice(2);
const unknown = named.find((name) => !all.includes(name));
if (unknown !== undefined) throw new Error(`there is no plug-in ${unknown}; there are ${all.join(', ')}`);

const folder = mkdtempSync(join(tmpdir(), 'without-plugin-'));
run(repository, ['git', 'worktree', 'add', '--detach', '--force', folder, 'HEAD']);
try {
  for (const place of ['.', ...readdirSync(join(repository, 'packages')).map((name) => `packages/${name}`)])
    if (existsSync(join(repository, place, 'node_modules')))
      symlinkSync(join(repository, place, 'node_modules'), join(folder, place, 'node_modules'));
  for (const name of named.length === 0 ? all : named) {
    for (const part of [server, pages]) {
      if (!existsSync(join(repository, pluginsOf(part), name))) continue;
      const problem = problemWithout(name, part);
      const found = problem === '' ? 'types, build and laws pass' : problem;
      process.stdout.write(`${part.folder} without ${name}: ${found}\n`);
      if (problem !== '') process.exitCode = 1;
    }
  }
} finally {
  rmSync(folder, { recursive: true });
  run(repository, ['git', 'worktree', 'prune']);
}

function problemWithout(name: string, part: Part): string {
  const plugins = pluginsOf(part);
  const law = packageLaws.find((each) => each.folder === part.folder);
  run(folder, ['git', 'checkout', '--quiet', '.']);
  rmSync(join(folder, plugins, name), { recursive: true });
  const list = join(folder, plugins, 'index.ts');
  const text = readFileSync(list, 'utf8');
  const [line = '', plugin = ''] = new RegExp(`import \\{ (\\w+) \\} from './${name}/.*\n`).exec(text) ?? [];
  writeFileSync(list, text.replace(line, '').replace(`  ${plugin},\n`, ''));
  const complaints =
    law === undefined ? ['no law'] : checkArchitecture(sourcesOf(law, join(folder, 'packages')), law);
  return [
    ...part.checks.map((command) => run(folder, command)),
    ...complaints.map((each) => JSON.stringify(each)),
  ].join('');
}

/** What it prints where it fails. */
function run(cwd: string, [program, ...args]: readonly [program: string, ...args: string[]]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  return status === 0 ? '' : `${args.join(' ')} fails\n${stdout}${stderr}`;
}
