import { query } from '../../database/query.ts';

export const addScimToken = query<
  { readonly id: string; readonly expiresAt: Date },
  {
    readonly name: string;
    readonly hash: Buffer;
    readonly days: number;
    readonly person: string | null;
    readonly lineage: readonly string[];
    readonly until: Date | null;
  }
>(import.meta.dirname, 'add-scim-token.sql');
