import type { Database } from '../database/database.ts';
import { first, query } from '../database/query.ts';
import { recordAdminAction } from '../identity/index.ts';

const removeTarget = query<
  { readonly kind: string; readonly person: string | null; readonly host: string },
  { readonly hook: string }
>(import.meta.dirname, 'remove-gone.sql');

/** A target that its other side has ended, such as a browser's, is told nothing any more. */
export async function removeGone(
  hook: string,
  { database, organisation }: { readonly database: Database; readonly organisation: string },
): Promise<void> {
  await database.asOrganisation(organisation, async (on) => {
    const detail = await first(removeTarget(on, { hook }));
    if (detail !== undefined)
      await recordAdminAction(on, { by: 'server', act: 'hook.remove', subject: hook, detail });
  });
}
