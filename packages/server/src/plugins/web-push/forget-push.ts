import type { Database } from '../../database/database.ts';
import { queries } from '../../database/query.ts';
import { stayingOrganisations } from '../../identity/index.ts';

const forgetOld = queries(import.meta.dirname)<never>('forget-push.sql');

/** Browsers that have not opened the console for long already get no messages; this frees space. */
export async function forgetPush(database: Database): Promise<void> {
  for (const { id } of await stayingOrganisations(database.system))
    await database.asOrganisation(id, forgetOld);
}
