import { queries, type Connection } from '../database/query.ts';

const sql = queries(import.meta.dirname);
const endAllSessions = sql<never>('end-all-sessions.sql');
const endAllSignIns = sql<never>('end-all-sign-ins.sql');
const revokeAllEnrolments = sql<{ id: string }>('revoke-all-enrolments.sql');

/**
 * Ends short-lived and counted credentials: sessions, sign-ins in progress, enrolment tokens. Returns the number of
 * the last.
 */
export async function endEveryCredential(on: Connection): Promise<number> {
  await endAllSessions(on);
  await endAllSignIns(on);
  return (await revokeAllEnrolments(on)).length;
}
