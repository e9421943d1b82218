/** The hook as it is shipped: `hook.cjs`, which hosts start, `hook-main.cjs` with
 * everything that decides, `hook-yaml.cjs`, which is read when a policy file has changed, `hook-powershell.cjs`, and
 * `hook-keep.cjs`, which keeps what a call is about to lose. */
import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundle, makeBrief } from './bundle.ts';

export interface HookOptions {
  /** Sources of the package. */
  readonly sources: string;
  readonly folder: string;
}

/** The hook alone, from the sources. The path of the file to start. */
export async function bundleHook({ sources, folder }: HookOptions): Promise<string> {
  const main = join(folder, 'hook-main.cjs');
  const loader = join(folder, 'hook.cjs');
  await bundle({ entry: join(sources, 'cli/run-hook-command.ts'), file: main, minify: true, brief: true });
  wrapMain(main);
  await bundleBeside({ sources, folder });
  await bundleLoader({ entry: join(sources, 'cli/hook-loader.ts'), file: loader, digest: digestOf(main) });
  return loader;
}

/** A function that the loader calls: put around it there, the text would be copied at every start. */
export function wrapMain(file: string): void {
  const code = readFileSync(file, 'latin1').replace(/^#![^\n]*\n/, '');
  writeFileSync(file, `(function(exports,require,module,__filename,__dirname){${code}\n})`, 'latin1');
}

/** What few calls need. */
export async function bundleBeside({ sources, folder }: HookOptions): Promise<void> {
  const yaml = createRequire(join(sources, 'x')).resolve('yaml');
  await bundle({ entry: yaml, file: join(folder, 'hook-yaml.cjs'), minify: true });
  const powershell = join(import.meta.dirname, '../engine/src/powershell/index.ts');
  await bundle({ entry: powershell, file: join(folder, 'hook-powershell.cjs'), minify: true });
  const keep = join(folder, 'hook-keep.cjs');
  await bundle({ entry: join(sources, '../../gate/src/keep/index.ts'), file: keep, minify: true });
  makeBrief(keep);
}

export function digestOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

export async function bundleLoader({
  entry,
  file,
  digest,
}: {
  readonly entry: string;
  readonly file: string;
  /** Of `hook-main.cjs`. */
  readonly digest: string;
}): Promise<void> {
  await bundle({ entry, file, minify: true });
  writeFileSync(file, readFileSync(file, 'utf8').replace('DIGEST-OF-THE-HOOK', digest));
}
