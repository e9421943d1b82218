/** The hook as it is shipped: `hook.cjs`, which hosts start, `hook-main.cjs` with
 * everything that decides, and `hook-yaml.cjs`, which is read when a policy file has changed. */
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundle, type BundleOptions } from './bundle.ts';

export interface HookOptions extends Pick<BundleOptions, 'engine'> {
  /** Sources of the package. */
  readonly sources: string;
  readonly folder: string;
}

/** The path of the file to start. */
export async function bundleHook({ sources, folder, engine = 'sources' }: HookOptions): Promise<string> {
  const main = join(folder, 'hook-main.cjs');
  const loader = join(folder, 'hook.cjs');
  await bundle({ entry: join(sources, 'cli/hook.ts'), file: main, minify: true, brief: true, engine });
  // A function that the loader calls: put around it there, the text would be copied at every start.
  const code = readFileSync(main, 'latin1').replace(/^#![^\n]*\n/, '');
  writeFileSync(main, `(function(exports,require,module,__filename,__dirname){${code}\n})`, 'latin1');
  await bundle({
    entry: createRequire(join(sources, 'x')).resolve('yaml'),
    file: join(folder, 'hook-yaml.cjs'),
    minify: true,
  });
  await bundle({ entry: join(sources, 'cli/hook-loader.ts'), file: loader, minify: true });
  const digest = createHash('sha256').update(readFileSync(main)).digest('hex');
  writeFileSync(loader, readFileSync(loader, 'utf8').replace('DIGEST-OF-THE-HOOK', digest));
  return loader;
}
