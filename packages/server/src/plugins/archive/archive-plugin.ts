import type { Plugin } from '../../plugin.ts';
import { archiveRoutes } from './archive-routes.ts';
import { archiveSettings } from './archive-settings.ts';
import { entrySearch } from './entry-search.ts';
import { tendArchive } from './leave-database.ts';
import { openArchive } from './open-archive.ts';

const tendEveryMs = 60_000;

/** Closed days as Parquet files, where PERMESSO_ARCHIVE says where to keep them. */
export const archivePlugin: Plugin = {
  name: 'archive',
  settings: archiveSettings,
  open: async ({ settings: { env, retentionDays }, database, log }) => {
    const { place, databaseDays } = archiveSettings.read(env);
    if (place === undefined) return { routes: archiveRoutes };
    const archive = await openArchive(place);
    const onUnreadable = (error: unknown): void =>
      log.error({ err: error }, 'a file of the archive cannot be used');
    return {
      routes: archiveRoutes,
      search: (inDatabase) => entrySearch({ database, archive, inDatabase, onUnreadable }),
      jobs: (_context, cell) => [
        {
          everyMs: tendEveryMs,
          work: () => tendArchive({ database: cell.database, archive, databaseDays, retentionDays }),
        },
      ],
      close: archive.close,
    };
  },
};
