import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  composerScriptOf,
  denoTaskOf,
  nxTargetOf,
  type ProjectScript,
  recipeOf,
  scriptOf,
  workspacePatterns,
} from '@permesso/engine/world';

interface ScriptFile {
  readonly files: readonly string[];
  readonly read: (text: string, name: string) => string | undefined;
  /** The runner looks for its file upwards. */
  readonly upwards?: true;
}

const scriptFiles: Readonly<Record<ProjectScript['runner'], ScriptFile>> = {
  npm: { files: ['package.json'], read: scriptOf, upwards: true },
  make: { files: ['GNUmakefile', 'makefile', 'Makefile'], read: recipeOf },
  just: { files: ['justfile', 'Justfile', '.justfile'], read: recipeOf, upwards: true },
  composer: { files: ['composer.json'], read: composerScriptOf, upwards: true },
  deno: { files: ['deno.json', 'deno.jsonc', 'package.json'], read: denoTaskOf, upwards: true },
};

/** What a script of the project runs. A file that cannot be read names none: it only ever adds suspicion. */
export function readScript({ directory, runner, name, everywhere }: ProjectScript): string | undefined {
  const { files, read, upwards } = scriptFiles[runner];
  const here = upwards === true ? nearest(directory, files) : directory;
  if (here === undefined) return undefined;
  const own = files
    .map((file) => readText(join(here, file)))
    .map((text) => (text === undefined ? undefined : read(text, name)))
    .find((text) => text !== undefined);
  if (everywhere !== true) return own;
  const texts = [own, ...workspacePackages(here).flatMap((each) => packageScripts(each, name))];
  const found = texts.filter((text) => text !== undefined);
  return found.length === 0 ? undefined : [...new Set(found)].join('\n');
}

function packageScripts(directory: string, name: string): readonly (string | undefined)[] {
  const scripts = readText(join(directory, 'package.json'));
  const targets = readText(join(directory, 'project.json'));
  return [
    scripts === undefined ? undefined : scriptOf(scripts, name),
    targets === undefined ? undefined : nxTargetOf(targets, name),
  ];
}

/** A call in a package of the workspace may name the others. */
const highest = 12;

function nearest(from: string, files: readonly string[]): string | undefined {
  let directory = from;
  for (let level = 0; level < highest; level += 1) {
    if (files.some((file) => isFile(join(directory, file)))) return directory;
    const parent = dirname(directory);
    if (parent === directory) return undefined;
    directory = parent;
  }
  return undefined;
}

const mostPackages = 200;

/** Where the packages of a workspace usually are, if no file says so. */
const usual: readonly string[] = ['packages/*', 'apps/*', 'libs/*', 'services/*'];

function workspacePackages(directory: string): readonly string[] {
  const root = nearest(directory, rootFiles) ?? directory;
  const said = workspaceFiles.flatMap((file) => workspacePatterns(readText(join(root, file)) ?? ''));
  const patterns = (said.length === 0 ? usual : said).filter((each) => !each.startsWith('!'));
  return [...new Set(patterns.flatMap((pattern) => directoriesOf(root, pattern)))].slice(0, mostPackages);
}

const workspaceFiles: readonly string[] = ['package.json', 'pnpm-workspace.yaml', 'lerna.json'];

const rootFiles: readonly string[] = [
  'pnpm-workspace.yaml',
  'lerna.json',
  'turbo.json',
  'nx.json',
  '.moon/workspace.yml',
];

/** `packages/*`, `apps/**`, `tools/cli`: a star is every directory at its place, two are two levels. */
function directoriesOf(root: string, pattern: string): readonly string[] {
  let found: readonly string[] = [root];
  for (const name of pattern.split('/').filter((each) => each !== '' && each !== '.')) {
    if (name.includes('..')) return [];
    found = name.includes('*')
      ? found.flatMap((each) =>
          name === '**'
            ? [...directoriesIn(each), ...directoriesIn(each).flatMap(directoriesIn)]
            : directoriesIn(each),
        )
      : found.map((each) => join(each, name));
    found = found.slice(0, mostPackages);
  }
  return found;
}

function directoriesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.'))
      .map(({ name }) => join(directory, name));
  } catch {
    // As for a file: no verdict becomes looser by it.
    return [];
  }
}

const longest = 1_048_576;

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    // As for a text.
    return false;
  }
}

function readText(path: string): string | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found?.isFile() === true && found.size <= longest ? readFileSync(path, 'utf8') : undefined;
  } catch {
    // Unreadable is as good as not there: no verdict becomes looser by it.
    return undefined;
  }
}
