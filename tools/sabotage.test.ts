import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { timesFound, type Sabotage } from '../packages/permesso/test/sabotage/sabotage.ts';

const repository = join(import.meta.dirname, '..');

/** A fix that moved is undone nowhere, and hours pass before the tool says so. */
test.each(globSync('packages/permesso/test/sabotage/areas/*.ts', { cwd: repository }))(
  'what %s undoes stands exactly once where it says, and so do its tests',
  async (area) => {
    const { sabotages } = (await import(join(repository, area))) as {
      readonly sabotages: readonly Sabotage[];
    };
    expect(sabotages.length).toBeGreaterThan(0);
    const stale = sabotages.filter((sabotage) => {
      const place = join(repository, sabotage.file);
      const times = existsSync(place) ? timesFound(sabotage, readFileSync(place, 'utf8')) : 0;
      return times !== 1 || sabotage.tests.some((path) => !existsSync(join(repository, path)));
    });
    expect(stale.map(({ claim }) => claim)).toEqual([]);
  },
);
