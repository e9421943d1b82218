import type { Notifications } from '../database/notifications.ts';
import { first, only, queries } from '../database/query.ts';
import { allOrganisations, endEveryCredential, recordAdminAction } from '../identity/index.ts';
import { reissue } from '../policy/index.ts';
import type { ServerContext } from '../module.ts';

const sql = queries(import.meta.dirname);
const restoredOrganisations = sql<{ id: string }>('restored-organisations.sql');
const takeHome = sql<{ id: string }>('take-home.sql');
const leaveHome = sql<{ id: string }>('leave-home.sql');
const cancelRestored = sql<{ cancelled: number }>('cancel-restored.sql');
const endRestoredLinks = sql<never>('end-restored-links.sql');

export interface AfterRestoreOptions extends Pick<ServerContext, 'database' | 'secret'> {
  readonly hints?: Notifications;
}

/**
 * Rows from a backup may say that something is usable which was used, answered or ended after the backup. Whatever
 * can be used once ends; the data sent to agents is signed again, with serials above every one that they have seen.
 */
export async function tendRestored({ database, hints, secret }: AfterRestoreOptions): Promise<number> {
  const found = await restoredOrganisations(database.system);
  for (const { id } of found)
    await database.asOrganisation(id, async (on) => {
      // Another server of this database has done it already.
      if ((await first(takeHome(on))) === undefined) return;
      const { cancelled } = await only(cancelRestored(on));
      await endRestoredLinks(on);
      const enrolments = await endEveryCredential(on);
      const detail = { cancelledApprovals: cancelled, revokedEnrolments: enrolments };
      await recordAdminAction(on, { by: 'server', act: 'server.restored', subject: id, detail });
      await reissue(on, null, { organisation: id, secret });
    });
  if (found.length > 0) hints?.give('bundles');
  return found.length;
}

/** For a restore that the database cannot detect: to an earlier state of the same cluster, or of its disk. */
export async function markRestored({ database }: Pick<AfterRestoreOptions, 'database'>): Promise<void> {
  for (const { id } of await allOrganisations(database.system)) await database.asOrganisation(id, leaveHome);
}
