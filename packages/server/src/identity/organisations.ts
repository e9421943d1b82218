import { query } from '../database/query.ts';

const folder = import.meta.dirname;

export const allOrganisations = query<{ readonly id: string }>(folder, 'all-organisations.sql');
/** Without those that are being moved to another database. */
export const stayingOrganisations = query<{ readonly id: string }>(folder, 'staying-organisations.sql');
export const findOrganisation = query<{ readonly id: string }, { readonly name: string }>(
  folder,
  'find-organisation.sql',
);
