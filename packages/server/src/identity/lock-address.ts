import { query } from '../database/query.ts';

/** Two who come with one address come one after the other. */
export const lockAddress = query<never, { readonly address: string }>(
  import.meta.dirname,
  'lock-address.sql',
);
