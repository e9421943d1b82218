import type { Database } from '../database/database.ts';
import { first, queries } from '../database/query.ts';
import { UnsealError, type SealKeys } from '../secrets/seal.ts';
import { SettingsError } from '../settings.ts';
import { organisationKey } from './organisation-key.ts';

const anyOrganisation = queries(import.meta.dirname)<{ id: string }>('any-organisation.sql');

/** With a different secret the server would start, then fail at its first signature, or seal new keys with it. */
export async function checkSecret(database: Database, secret: SealKeys): Promise<void> {
  const found = await first(anyOrganisation(database.system));
  if (found === undefined) return;
  try {
    await database.asOrganisation(found.id, (on) => organisationKey(on, found.id, secret));
  } catch (error) {
    if (!(error instanceof UnsealError)) throw error;
    throw new SettingsError(
      'PERMESSO_SECRET does not match the keys in this database; set the secret of the first start, or restore the database that belongs to this one',
    );
  }
}
