import { query } from '../database/query.ts';

/**
 * Admins of the whole organisation who may sign in. Held until the transaction ends, so that two of them cannot each take
 * the other's role away.
 */
export const lockAdmins = query<{ readonly person: string }>(import.meta.dirname, 'lock-admins.sql');
