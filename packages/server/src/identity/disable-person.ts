import { query } from '../database/query.ts';

const folder = import.meta.dirname;

/** Ends every session and token of a person; their agents stop. */
export const disablePerson = query<never, { readonly person: string; readonly by: 'hand' | 'scim' }>(
  folder,
  'disable-person.sql',
);

/** Tokens stay revoked. */
export const enablePerson = query<never, { readonly person: string }>(folder, 'enable-person.sql');
