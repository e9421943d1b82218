import { queries } from '../database/query.ts';

export const addApiToken = queries(import.meta.dirname)<
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
>('add-api-token.sql');
