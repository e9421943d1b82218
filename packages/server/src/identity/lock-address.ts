import { queries } from '../database/query.ts';

/** Serialises concurrent sign-ins with one address. */
export const lockAddress = queries(import.meta.dirname)<never, { readonly address: string }>(
  'lock-address.sql',
);
