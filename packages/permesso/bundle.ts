/** One file from an entry and everything it imports, the engine included. */
import { rolldown } from 'rolldown';

export interface BundleOptions {
  readonly entry: string;
  readonly file: string;
  readonly minify?: boolean;
  /** The engine as it was built, without the examples of its rows; else its sources, and no build comes before. */
  readonly engine?: 'built' | 'sources';
}

/** CommonJS for `.cjs`, which Node starts sooner; else a module. */
export async function bundle({
  entry,
  file,
  minify = false,
  engine = 'sources',
}: BundleOptions): Promise<void> {
  const build = await rolldown({
    input: entry,
    platform: 'node',
    resolve: {
      conditionNames: [...(engine === 'sources' ? ['@permesso/source'] : []), 'node', 'import', 'default'],
    },
  });
  await build.write({ file, format: file.endsWith('.cjs') ? 'cjs' : 'esm', minify, codeSplitting: false });
  await build.close();
}
