import { openDatabase, type Database, type DatabaseOptions } from './database.ts';
import { migrate, newestMigration, type MigrateOptions } from './migrate.ts';
import { directUrlOf, SettingsError, type Settings } from '../settings.ts';
import { firstCell, type Cell } from './cell.ts';

export interface OpenCells {
  readonly cells: readonly [Cell, ...Cell[]];
  /** All cells as one database. */
  readonly database: Database;
}

export interface OpenCellsOptions {
  readonly connections?: number;
  readonly onError?: (error: Error) => void;
  readonly onOldServer?: NonNullable<DatabaseOptions['onOldServer']>;
  /** Joins several databases into one. */
  readonly join?: ((cells: OpenCells['cells']) => Database) | undefined;
  /** The migrations that this server knows, if not its own. */
  readonly folder?: string;
}

/** Migrates every cell's schema and returns the migrations that ran. */
export async function migrateCells(
  settings: Settings,
  options: MigrateOptions = {},
): Promise<readonly string[]> {
  const applied: string[] = [];
  for (const url of [directUrlOf(settings), ...(settings.cells ?? []).map((cell) => cell.url)]) {
    applied.push(...(await migrate(url, options)));
    options.signal?.throwIfAborted();
  }
  return applied;
}

export function openCells(
  settings: Settings,
  { connections = settings.connections, folder, join, ...told }: OpenCellsOptions = {},
): OpenCells {
  if (settings.cells !== undefined && join === undefined)
    throw new SettingsError('PERMESSO_CELLS is set, and this server has no plug-in for cells');
  const more = { connections, knows: newestMigration(folder), ...told };
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
  return { cells, database: others.length === 0 ? main.database : (join?.(cells) ?? main.database) };
}
