import type { Database } from '../database/database.ts';
import type { Notifications } from '../database/notifications.ts';
import { queries } from '../database/query.ts';

const sql = queries(import.meta.dirname);
const organisationsDue = sql<{ organisation: string }>('organisations-due.sql');
const expireDue = sql<{ id: string }>('expire-due.sql');
const escalateDue = sql<{ id: string }>('escalate-due.sql');

/** Expires unanswered requests, and escalates those that nobody answered soon. Never approves. */
export async function sweepApprovals(database: Database, hints: Notifications): Promise<void> {
  const due = await database.asSystem(organisationsDue);
  for (const { organisation } of due) {
    const { expired, told } = await database.asOrganisation(organisation, async (on) => ({
      expired: await expireDue(on),
      told: await escalateDue(on),
    }));
    if (expired.length > 0 || told.length > 0) hints.give('approvals');
    if (told.length > 0) hints.give('deliveries');
  }
}
