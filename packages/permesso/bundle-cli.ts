/**
 * Hook and command line as a few files. What decides a call is `hook-main.cjs`, for both; each command is loaded when it is
 * named, and what several of them need stands in one file.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { rolldown, type InputOptions, type Plugin } from 'rolldown';
import { engineModules } from '../engine/build.ts';
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
  const decides = await reached(['cli/run-hook-command.ts', 'cli/commands/check.ts'], sources);
  const build = await rolldown({
    input: {
      'cli/main': join(sources, 'cli/main.ts'),
      // A thread of the console, which does what some commands do.
      'local-console/job-thread': join(sources, 'local-console/job-thread.ts'),
      'commands/hook-entry': join(sources, 'cli/run-hook-command.ts'),
    },
    plugins: [elsewhere, byModule, ownPlace(sources, decides), cryptoOf(decides)],
    ...settings,
  });
  rmSync(join(dist, 'cli'), { recursive: true });
  const { output } = await build.write({
    dir: dist,
    format: 'cjs',
    exports: 'named',
    entryFileNames: '[name].cjs',
    chunkFileNames: ({ name }) => (name === 'hook-main' ? '[name].cjs' : 'commands/[name].cjs'),
    // The loader calls a function of `hook-main.cjs` by its name.
    minifyInternalExports: false,
    minify: { compress: true, mangle: true, codegen: { removeWhitespace: true } },
    codeSplitting: {
      groups: [
        { debugName: 'hook-main', name: 'hook-main', test: (id) => decides.has(id) },
        { debugName: 'shared', name: 'shared', minShareCount: 2 },
      ],
    },
  });
  await build.close();
  for (const { fileName } of output) linkFiles(join(dist, fileName), fileName === 'hook-main.cjs');
  rmSync(join(dist, 'commands/hook-entry.cjs'));
  const main = join(dist, 'hook-main.cjs');
  takeInRuntime(main, join(dist, 'commands/rolldown-runtime.cjs'));
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
    plugins: [byModule, ownPlace(sources, new Set())],
    ...settings,
  });
  await build.write({ file, format: 'cjs', minify: true, codeSplitting: false });
  await build.close();
  makeBrief(file);
}

async function reached(entries: readonly string[], sources: string): Promise<ReadonlySet<string>> {
  const build = await rolldown({
    input: entries.map((entry) => join(sources, entry)),
    plugins: [elsewhere, byModule, smallCrypto],
    ...settings,
  });
  const { output } = await build.generate({ format: 'esm' });
  await build.close();
  return new Set(
    output.flatMap((file) => (file.type === 'chunk' && !file.isDynamicEntry ? file.moduleIds : [])),
  );
}

/** Where the others stand from this file. Commands load what decides through the loader. */
function linkFiles(file: string, isMain: boolean): void {
  const text = readFileSync(file, 'utf8');
  const linked = text
    .replaceAll(
      /require\(([`"'])beside:(hook-\w+\.cjs)\1\)/g,
      (_call, _quote, name: string) => `require("${isMain ? './' : '../'}${name}")`,
    )
    .replaceAll(/require\(([`"'])\.\.\/hook-main\.cjs\1\)/g, 'require("../commands/main-loader.cjs").main');
  writeFileSync(file, linked);
  makeBrief(file);
}

/** Some lines of the bundler's own, which the hook should not open another file for. */
function takeInRuntime(main: string, runtime: string): void {
  const code = `(()=>{const exports={};${readFileSync(runtime, 'utf8')}\nreturn exports})()`;
  const text = readFileSync(main, 'utf8');
  writeFileSync(
    main,
    text.replace(/require\(([`"'])\.\/commands\/rolldown-runtime\.cjs\1\)/, () => code),
  );
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
function cryptoOf(decides: ReadonlySet<string>): Plugin {
  const resolve = smallCrypto.resolveId as (id: string, importer?: string) => string | undefined;
  return {
    name: 'small-crypto',
    resolveId: (id, importer) => (decides.has(importer ?? '') ? resolve(id, importer) : undefined),
  };
}

/** A module finds files of the package from where its source stands; in a bundle it stands elsewhere. */
function ownPlace(sources: string, decides: ReadonlySet<string>): Plugin {
  return {
    name: 'own-place',
    transform(code, id) {
      const from = [sources, join(gate, 'src')].find((folder) => id.startsWith(folder));
      if (from === undefined || !code.includes('import.meta.')) return undefined;
      // `hook-main.cjs` stands in `dist`, every other file in a folder of it.
      const folder = `${decides.has(id) ? '.' : '..'}/${relative(from, dirname(id))}`;
      return code
        .replaceAll('import.meta.dirname', `(import.meta.dirname + ${JSON.stringify(`/${folder}`)})`)
        .replaceAll('import.meta.url', `new URL(${JSON.stringify(`${folder}/x.cjs`)}, import.meta.url).href`);
    },
  };
}
