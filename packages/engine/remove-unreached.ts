/** Modules that only bundles need are in those bundles already: published twice, they would be a tenth of the package. */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

export interface RemoveOptions {
  readonly dist: string;
  /** Modules that are imported by name or started by path, below `dist`. */
  readonly entries: readonly string[];
  /** Bundles and pages, which stay whole. */
  readonly kept: readonly string[];
}

/** Removes modules and declarations that no entry reaches. */
export function removeUnreached({ dist, entries, kept }: RemoveOptions): void {
  const reached = new Set<string>();
  const waiting = entries.flatMap((entry) => [join(dist, entry), join(dist, declarationOf(entry))]);
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path) || !existsSync(path)) continue;
    reached.add(path);
    for (const [, named = ''] of readFileSync(path, 'utf8').matchAll(imported)) {
      const found = normalize(join(dirname(path), named));
      // A declaration names modules as they run, and means the declaration beside them.
      waiting.push(path.endsWith('.d.ts') ? declarationOf(found) : found);
    }
  }
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const isModule = entry.isFile() && /\.(?:js|d\.ts)$/.test(entry.name);
    if (isModule && !reached.has(path) && !kept.some((name) => path.startsWith(join(dist, name))))
      rmSync(path);
  }
}

const imported = /(?:\bfrom|\bimport)\s*\(?\s*["'](\.[^"']+)["']/g;

function declarationOf(path: string): string {
  return path.replace(/(?:\.d)?\.[jt]s$/, '.d.ts');
}
