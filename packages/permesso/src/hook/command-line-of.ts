import { basename, dirname, join } from 'node:path';

/** The hook's file -> the command line relative to it: in the package, unbundled, and in the sources. */
const besides: ReadonlyMap<string, string> = new Map([
  ['hook.cjs', 'cli/main.cjs'],
  ['hook.js', 'main.js'],
  ['hook.ts', 'main.ts'],
]);

/** The command line that belongs to a running program: itself, unless it is the hook. */
export function commandLineOf(started: string): string {
  const beside = besides.get(basename(started));
  return beside === undefined ? started : join(dirname(started), beside);
}
