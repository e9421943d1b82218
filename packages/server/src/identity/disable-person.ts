import { queries } from '../database/query.ts';

const sql = queries(import.meta.dirname);

/** Ends all of a person's sessions and tokens, and stops their agents. */
export const disablePerson = sql<never, { person: string; by: 'hand' | 'scim' }>('disable-person.sql');

/** Tokens stay revoked. */
export const enablePerson = sql<never, { readonly person: string }>('enable-person.sql');
