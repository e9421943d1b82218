import { posix } from 'node:path';
import { scanImports } from '../../packages/permesso/test/scan-imports.ts';
import type { Tracked } from './read-tracked.ts';

/** Files in which a product is put together. */
export const compositionRoots: readonly string[] = [
  'packages/server/src/assemble.ts',
  'packages/server/src/serve.ts',
  'packages/gate/src/gate/gate.ts',
  'packages/permesso/src/hook/hook-gate.ts',
  'packages/permesso/src/cli/commands.ts',
  'packages/permesso/src/local-console/console.ts',
  'packages/console/src/app/pages.ts',
];

/** Import statements of each; 0 where the file is gone. */
export function importsOfRoots(tracked: Tracked): Readonly<Record<string, number>> {
  return Object.fromEntries(
    compositionRoots.map((root) => [root, scanImports(tracked.get(root)?.() ?? '').imports.length]),
  );
}

export interface DeepImports {
  /** Of `internal/*` by the name of a package, tests and benches included. */
  readonly internal: number;
  readonly internalPaths: number;
  /** By a relative path into the sources of another package. */
  readonly relative: number;
  readonly relativePaths: number;
}

export function countDeepImports(tracked: Tracked): DeepImports {
  const internal: string[] = [];
  const relative: string[] = [];
  for (const [file, read] of tracked) {
    if (!/\.[cm]?tsx?$/.test(file)) continue;
    for (const { specifier } of scanImports(read()).imports) {
      if (/^(?:@permesso\/[^/]+|permesso)\/internal\//.test(specifier)) internal.push(specifier);
      const target = specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : '';
      const [, owner] = /^(packages\/[^/]+\/)src\//.exec(target) ?? [];
      if (owner !== undefined && !file.startsWith(owner)) relative.push(target);
    }
  }
  return {
    internal: internal.length,
    internalPaths: new Set(internal).size,
    relative: relative.length,
    relativePaths: new Set(relative).size,
  };
}
