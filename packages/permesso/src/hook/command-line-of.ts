import { basename, dirname, join } from 'node:path';

/** File of the hook -> where the command line is from there: in the package, unbundled, and in the sources. */
const besides: ReadonlyMap<string, string> = new Map([
  ['hook.cjs', 'cli/main.cjs'],
  ['hook.js', 'main.js'],
  ['hook.ts', 'main.ts'],
]);

/** The command line that a running program came with: itself, unless it is the hook. */
export function commandLineOf(started: string): string {
  const beside = besides.get(basename(started));
  return beside === undefined ? started : join(dirname(started), beside);
}
