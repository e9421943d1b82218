import { openArchive } from '../open-archive.ts';
import { directoryStorage } from '../archive-storage.ts';
import { tendArchive } from '../leave-database.ts';
import { openDatabase } from '../../../database/database.ts';

/**
 * Writes closed days until a given number of files is stored, reports it, and waits to be killed before anything is
 * recorded.
 */
const [url = '', directory = '', files = '1'] = process.argv.slice(2);
const database = openDatabase({ url, connections: 3 });
const real = directoryStorage(directory);
let stored = 0;
const archive = await openArchive(
  { directory },
  {
    storage: {
      ...real,
      put: async (name, file) => {
        await real.put(name, file);
        if (++stored < Number(files)) return;
        process.stdout.write(`${name}\n`);
        // Keeps the process alive until it is killed.
        setInterval(() => undefined, 60_000);
        await new Promise(() => undefined);
      },
    },
  },
);
await tendArchive({ database, archive, databaseDays: 1, retentionDays: 90, claimSeconds: 0, partSize: 50 });
