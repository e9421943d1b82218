import { query, type Connection } from '../database/query.ts';

const folder = import.meta.dirname;
const endAllSessions = query<never>(folder, 'end-all-sessions.sql');
const endAllSignIns = query<never>(folder, 'end-all-sign-ins.sql');
const revokeAllEnrolments = query<{ readonly id: string }>(folder, 'revoke-all-enrolments.sql');

/** Ends what is short-lived or counted: sessions, sign-ins that have begun, enrolment tokens. How many of the last. */
export async function endEveryCredential(on: Connection): Promise<number> {
  await endAllSessions(on);
  await endAllSignIns(on);
  return (await revokeAllEnrolments(on)).length;
}
