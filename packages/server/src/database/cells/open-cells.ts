import { openDatabase, type Database } from '../database.ts';
import { migrate } from '../migrate.ts';
import { directUrlOf, type Settings } from '../../settings.ts';
import { firstCell, type Cell } from './cell.ts';
import { routeToCells } from './route-to-cells.ts';

export interface OpenCells {
  readonly cells: readonly [Cell, ...Cell[]];
  /** All of them as one. */
  readonly database: Database;
}

export interface OpenCellsOptions {
  readonly connections?: number;
  readonly onError?: (error: Error) => void;
}

/** Every cell's schema brought up to date: which migrations ran. */
export async function migrateCells(settings: Settings, signal?: AbortSignal): Promise<readonly string[]> {
  const applied: string[] = [];
  for (const url of [directUrlOf(settings), ...(settings.cells ?? []).map((cell) => cell.url)]) {
    applied.push(...(await migrate(url, signal === undefined ? {} : { signal })));
    signal?.throwIfAborted();
  }
  return applied;
}

export function openCells(
  settings: Settings,
  { connections = settings.connections, onError }: OpenCellsOptions = {},
): OpenCells {
  const more = { connections, ...(onError === undefined ? {} : { onError }) };
  const main = {
    name: firstCell,
    url: directUrlOf(settings),
    database: openDatabase({
      url: settings.databaseUrl,
      isPooled: settings.directUrl !== undefined,
      ...more,
    }),
  };
  const others = (settings.cells ?? []).map(({ name, url }) => ({
    name,
    url,
    database: openDatabase({ url, ...more }),
  }));
  const cells = [main, ...others] as const;
  return { cells, database: others.length === 0 ? main.database : routeToCells({ cells }) };
}
