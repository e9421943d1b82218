import type { Database } from '../database/database.ts';
import { queries } from '../database/query.ts';

const sql = queries(import.meta.dirname);
const forgetSessions = sql<never>('forget-sessions.sql');
const forgetSignIns = sql<never>('forget-sign-ins.sql');
const forgetDevices = sql<never>('forget-device-requests.sql');
const forgetChallenges = sql<never>('forget-challenges.sql');

/** Expired sessions, sign-ins, waiting machines and challenges have no effect; this only frees space. */
export async function forgetExpired({ system }: Database): Promise<void> {
  await forgetSessions(system);
  await forgetSignIns(system);
  await forgetDevices(system);
  await forgetChallenges(system);
}
