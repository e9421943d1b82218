import type { Plugin } from '../../plugin.ts';
import { archiveRoutes } from './archive-routes.ts';
import { entrySearch } from './entry-search.ts';
import { tendArchive } from './leave-database.ts';
import { openArchive } from './open-archive.ts';

const tendEveryMs = 60_000;

/** Closed days as Parquet files, where PERMESSO_ARCHIVE says where to keep them. */
export const archivePlugin: Plugin = {
  name: 'archive',
  open: async ({ settings, database, log }) => {
    const routes = (): ReturnType<typeof archiveRoutes> => archiveRoutes({ database });
    if (settings.archive === undefined) return { routes };
    const archive = await openArchive(settings.archive);
    const onUnreadable = (error: unknown): void =>
      log.error({ err: error }, 'a file of the archive cannot be used');
    return {
      routes,
      search: (inDatabase) => entrySearch({ database, archive, inDatabase, onUnreadable }),
      jobs: (_context, cell) => [
        {
          everyMs: tendEveryMs,
          work: () => tendArchive({ ...settings, database: cell.database, archive }),
        },
      ],
      close: archive.close,
    };
  },
};
