import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** When the youngest of these files, or of what stands below these folders, was changed. */
export function changedAt(paths: readonly string[]): number {
  const times = paths.map((path) => {
    const stats = statSync(path);
    if (!stats.isDirectory()) return stats.mtimeMs;
    return changedAt(readdirSync(path).map((name) => join(path, name)));
  });
  return Math.max(0, ...times);
}
