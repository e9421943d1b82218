import type { Database } from '../database/database.ts';
import { query } from '../database/query.ts';

const forgetSessions = query<never>(import.meta.dirname, 'forget-sessions.sql');
const forgetSignIns = query<never>(import.meta.dirname, 'forget-sign-ins.sql');
const forgetDevices = query<never>(import.meta.dirname, 'forget-device-requests.sql');
const forgetChallenges = query<never>(import.meta.dirname, 'forget-challenges.sql');

/** Sessions, sign-ins, waiting machines and challenges that are over count for nothing; this only makes room. */
export async function forgetExpired({ system }: Database): Promise<void> {
  await forgetSessions(system);
  await forgetSignIns(system);
  await forgetDevices(system);
  await forgetChallenges(system);
}
