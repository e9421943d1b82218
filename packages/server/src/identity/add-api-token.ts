import { query } from '../database/query.ts';

export const addApiToken = query<
  { readonly id: string; readonly expiresAt: Date },
  {
    readonly person: string;
    readonly name: string;
    readonly hash: Buffer;
    readonly roles: readonly string[];
    readonly days: number;
    readonly lineage: readonly string[];
    readonly until: Date | null;
  }
>(import.meta.dirname, 'add-api-token.sql');
