/**
 * Hook and command line as a few files. What decides a call is `hook-main.cjs`, for both, with what few calls need in `late/`;
 * each command is loaded when it is named, and what several of them need stands in one file.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { rolldown, type InputOptions, type Plugin } from 'rolldown';
import { engineModules } from '../engine/build.ts';
import { lateFiles, lateInHook } from './late-modules.ts';
import { linkFiles, mainName } from './link-files.ts';
import { besideHook, makeBrief, smallCrypto } from './bundle.ts';
import { bundleBeside, bundleLoader, digestOf, wrapMain } from './bundle-hook.ts';

export interface CommandLineOptions {
  /** Sources of the package. */
  readonly sources: string;
  /** Where the compiled modules stand; those of the command line are replaced. */
  readonly dist: string;
}

const settings: Pick<InputOptions, 'platform' | 'resolve'> = {
  platform: 'node',
  resolve: { conditionNames: ['node', 'import', 'default'], mainFields: ['module', 'main'] },
};

/** Where the files beside the hook stand is known once each file has its place. */
const elsewhere = besideHook('beside:');

export async function bundleCommandLine({ sources, dist }: CommandLineOptions): Promise<void> {
  const fileOf = await hookFiles(sources);
  const build = await rolldown({
    input: {
      'cli/main': join(sources, 'cli/main.ts'),
      // A thread of the console, which does what some commands do.
      'local-console/job-thread': join(sources, 'local-console/job-thread.ts'),
      'commands/hook-entry': join(sources, 'cli/run-hook-command.ts'),
    },
    plugins: [elsewhere, byModule, lateInHook, ownPlace(sources, fileOf), cryptoOf(fileOf)],
    ...settings,
  });
  rmSync(join(dist, 'cli'), { recursive: true });
  const { output } = await build.write({
    dir: dist,
    format: 'cjs',
    exports: 'named',
    entryFileNames: '[name].cjs',
    chunkFileNames: ({ name }) => `${folderOf(name)}[name].cjs`,
    // The loader calls a function of `hook-main.cjs` by its name.
    minifyInternalExports: false,
    minify: { compress: true, mangle: true, codegen: { removeWhitespace: true } },
    codeSplitting: {
      groups: [
        ...[mainName, ...Object.keys(lateFiles)].map((name) => ({
          debugName: name,
          name,
          test: (id: string) => fileOf.get(id) === name,
        })),
        { debugName: 'shared', name: 'shared', minShareCount: 2 },
      ],
    },
  });
  await build.close();
  const main = join(dist, `${mainName}.cjs`);
  rmSync(join(dist, 'commands/hook-entry.cjs'));
  linkFiles({
    dist,
    files: output.map(({ fileName }) => fileName).filter((file) => existsSync(join(dist, file))),
  });
  wrapMain(main);
  const digest = digestOf(main);
  const loader = join(dist, 'commands/main-loader.cjs');
  await bundleRunner({ sources, dist });
  await bundleBeside({ sources, folder: dist });
  await bundleLoader({ entry: join(sources, 'cli/hook-loader.ts'), file: join(dist, 'hook.cjs'), digest });
  await bundleLoader({ entry: join(sources, 'cli/main-loader.ts'), file: loader, digest });
}

/** With its own copy of what it shares with the others: they bring the whole decision with them. */
async function bundleRunner({ sources, dist }: CommandLineOptions): Promise<void> {
  const file = join(dist, 'commands/run-sandboxed.cjs');
  const build = await rolldown({
    input: join(sources, 'cli/run-sandboxed.ts'),
    plugins: [byModule, ownPlace(sources, new Map())],
    ...settings,
  });
  await build.write({ file, format: 'cjs', minify: true, codeSplitting: false });
  await build.close();
  makeBrief(file);
}

/** Module -> the file that it comes in, for what decides a call and for what that loads late. */
async function hookFiles(sources: string): Promise<ReadonlyMap<string, string>> {
  const entries = ['cli/run-hook-command.ts', 'cli/commands/check.ts'].map((entry) => join(sources, entry));
  const build = await rolldown({
    input: [...entries, ...Object.values(lateFiles).flat()],
    plugins: [elsewhere, byModule, lateInHook, smallCrypto],
    ...settings,
  });
  const { output } = await build.generate({ format: 'esm' });
  await build.close();
  const chunks = output.filter((file) => file.type === 'chunk');
  const files = new Map<string, string>();
  for (const [file, modules] of [[mainName, entries] as const, ...Object.entries(lateFiles)]) {
    const reached = new Set(chunks.filter(({ facadeModuleId }) => modules.includes(facadeModuleId ?? '')));
    for (const { imports, moduleIds } of reached) {
      for (const id of moduleIds) if (!files.has(id)) files.set(id, file);
      for (const chunk of chunks) if (imports.includes(chunk.fileName)) reached.add(chunk);
    }
  }
  return files;
}

function folderOf(name: string): string {
  if (name === mainName) return '';
  return Object.hasOwn(lateFiles, name) ? 'late/' : 'commands/';
}

const gate = join(import.meta.dirname, '../gate');
const gateExports = (
  JSON.parse(readFileSync(join(gate, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, { readonly '@permesso/source'?: string }>>;
  }
).exports;

/** Not what is published, which is joined into few files. */
const byModule: Plugin = {
  name: 'by-module',
  resolveId(id) {
    const [, name, stage] = /^@permesso\/(engine|protocol|gate)(?:\/([\w/-]+))?$/.exec(id) ?? [];
    if (name === undefined) return undefined;
    if (name === 'engine') return join(engineModules, stage ?? '.', 'index.js');
    if (name === 'protocol') return join(import.meta.dirname, '../protocol/src', stage ?? '.', 'index.ts');
    return join(gate, gateExports[stage === undefined ? '.' : `./${stage}`]?.['@permesso/source'] ?? id);
  },
};

/** Commands may need all of Node's. */
function cryptoOf(fileOf: ReadonlyMap<string, string>): Plugin {
  const resolve = smallCrypto.resolveId as (id: string, importer?: string) => string | undefined;
  return {
    name: 'small-crypto',
    resolveId: (id, importer) => (fileOf.has(importer ?? '') ? resolve(id, importer) : undefined),
  };
}

/** A module finds files of the package from where its source stands; in a bundle it stands elsewhere. */
function ownPlace(sources: string, fileOf: ReadonlyMap<string, string>): Plugin {
  return {
    name: 'own-place',
    transform(code, id) {
      const from = [sources, join(gate, 'src')].find((folder) => id.startsWith(folder));
      if (from === undefined || !code.includes('import.meta.')) return undefined;
      // `hook-main.cjs` stands in `dist`, every other file in a folder of it.
      const folder = `${fileOf.get(id) === mainName ? '.' : '..'}/${relative(from, dirname(id))}`;
      return code
        .replaceAll('import.meta.dirname', `(import.meta.dirname + ${JSON.stringify(`/${folder}`)})`)
        .replaceAll('import.meta.url', `new URL(${JSON.stringify(`${folder}/x.cjs`)}, import.meta.url).href`);
    },
  };
}
