/** The command line as a few files: each command is loaded when it is named, and what several need stands in one file. */
import { rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { rolldown, type InputOptions, type Plugin } from 'rolldown';

export interface CommandLineOptions {
  /** Sources of the package. */
  readonly sources: string;
  /** Where the compiled modules stand; those of the command line are replaced. */
  readonly dist: string;
}

const settings: Pick<InputOptions, 'platform' | 'resolve' | 'external'> = {
  platform: 'node',
  resolve: { conditionNames: ['node', 'import', 'default'] },
  // Dependencies that only some commands need; npm installs them.
  external: ['jsonc-parser', 'smol-toml'],
};

export async function bundleCommandLine({ sources, dist }: CommandLineOptions): Promise<void> {
  const check = await rolldown({ input: join(sources, 'cli/commands/check.ts'), ...settings });
  const { output } = await check.generate({ format: 'esm' });
  await check.close();
  // Deciding a call is what most commands do: all that it needs is one file.
  const often = new Set(output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : [])));
  const build = await rolldown({
    input: {
      'cli/main': join(sources, 'cli/main.ts'),
      // A thread of the console, which does what some commands do.
      'local-console/job-thread': join(sources, 'local-console/job-thread.ts'),
    },
    plugins: [ownPlace(sources)],
    ...settings,
  });
  rmSync(join(dist, 'cli'), { recursive: true });
  await build.write({
    dir: dist,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'commands/[name].js',
    minify: { compress: true, mangle: true, codegen: { removeWhitespace: true } },
    codeSplitting: {
      groups: [
        { debugName: 'decide', name: 'decide', test: (id) => often.has(id) },
        { debugName: 'shared', name: 'shared', minShareCount: 2 },
      ],
    },
  });
  await build.close();
}

/** A module finds files of the package from where its source stands; in a bundle it stands elsewhere. */
function ownPlace(sources: string): Plugin {
  return {
    name: 'own-place',
    transform(code, id) {
      if (!id.startsWith(sources) || !code.includes('import.meta.')) return undefined;
      // Every file of the bundle is in a folder of `dist`, as deep as `cli/main.js`.
      const folder = `../${relative(sources, dirname(id))}`;
      return code
        .replaceAll('import.meta.dirname', `(import.meta.dirname + ${JSON.stringify(`/${folder}`)})`)
        .replaceAll('import.meta.url', `new URL(${JSON.stringify(`${folder}/x`)}, import.meta.url).href`);
    },
  };
}
