import type { Database } from '../database/database.ts';
import { only, queries } from '../database/query.ts';
import { recordAdminAction } from '../identity/index.ts';

const sql = queries(import.meta.dirname);
const organisationsToForget = sql<{ organisation: string }, { days: number }>('organisations-to-forget.sql');
const forgetSome = sql<{ count: number; first: Date | null; last: Date | null }, { days: number }>(
  'forget-approvals.sql',
);

/**
 * Removes requests that were settled before the retention period, with their votes, links and deliveries. In small
 * batches, so that nobody waits for it; each batch records how many were removed.
 */
export async function forgetApprovals(
  database: Database,
  { retentionDays }: { readonly retentionDays: number },
): Promise<number> {
  let forgotten = 0;
  const due = await database.asSystem((on) => organisationsToForget(on, { days: retentionDays }));
  for (const { organisation } of due)
    for (let count = 1; count > 0; forgotten += count)
      count = await database.asOrganisation(organisation, async (on) => {
        const gone = await only(forgetSome(on, { days: retentionDays }));
        if (gone.count > 0)
          await recordAdminAction(on, {
            by: 'server',
            act: 'approvals.forget',
            subject: organisation,
            detail: { ...gone, retentionDays },
          });
        return gone.count;
      });
  return forgotten;
}
