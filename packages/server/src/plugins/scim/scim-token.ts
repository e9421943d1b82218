import { queries } from '../../database/query.ts';

export const addScimToken = queries(import.meta.dirname)<
  { readonly id: string; readonly expiresAt: Date },
  {
    readonly name: string;
    readonly hash: Buffer;
    readonly days: number;
    readonly person: string | null;
    readonly lineage: readonly string[];
    readonly until: Date | null;
  }
>('add-scim-token.sql');
