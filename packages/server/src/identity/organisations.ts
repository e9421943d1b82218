import { queries } from '../database/query.ts';

const sql = queries(import.meta.dirname);

export const allOrganisations = sql<{ id: string }>('all-organisations.sql');
/** Excludes those that are being moved to another database. */
export const stayingOrganisations = sql<{ id: string }>('staying-organisations.sql');
export const findOrganisation = sql<{ readonly id: string }, { readonly name: string }>(
  'find-organisation.sql',
);
