import { queries } from '../database/query.ts';

/** Two who come with one address come one after the other. */
export const lockAddress = queries(import.meta.dirname)<never, { readonly address: string }>(
  'lock-address.sql',
);
