import { queries, type Connection } from '../database/query.ts';

interface Admin {
  readonly person: string;
}

const sql = queries(import.meta.dirname);
const hold = sql<never, { isAlone: boolean }>('hold-admins.sql');
const rows = sql<Admin>('lock-admins.sql');
const adminBySignIn = sql<Admin, { issuer: string; subject: string }>('admin-by-sign-in.sql');

/**
 * Admins of the whole organisation who may sign in. Locked until the transaction ends, so that two of them cannot
 * remove each other's role. Always the first lock of a transaction, which rules out deadlocks.
 */
export async function lockAdmins(on: Connection): Promise<readonly Admin[]> {
  // The second statement sees what was changed while the first one waited.
  const [, admins] = await Promise.all([hold(on, { isAlone: true }), rows(on)]);
  return admins;
}

/** Access rights cannot change until the transaction ends. Concurrent sign-ins do not wait for each other. */
export async function holdAdmins(on: Connection): Promise<void> {
  await hold(on, { isAlone: false });
}

/** The same for a sign-in; exclusive if its groups could take the last admin's role. */
export async function holdForSignIn(
  on: Connection,
  account: { readonly issuer: string; readonly subject: string },
): Promise<void> {
  if ((await adminBySignIn(on, account)).length > 0) await lockAdmins(on);
  else await holdAdmins(on);
}
