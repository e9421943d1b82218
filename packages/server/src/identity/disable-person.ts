import { queries } from '../database/query.ts';

const sql = queries(import.meta.dirname);

/** Ends every session and token of a person; their agents stop. */
export const disablePerson = sql<never, { person: string; by: 'hand' | 'scim' }>('disable-person.sql');

/** Tokens stay revoked. */
export const enablePerson = sql<never, { readonly person: string }>('enable-person.sql');
