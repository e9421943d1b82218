import type { Database } from '../database/database.ts';
import { ElsewhereError } from '../database/elsewhere.ts';
import { query } from '../database/query.ts';

const folder = import.meta.dirname;
const daysApart = query<{ readonly organisation: string; readonly day: string }>(folder, 'days-apart.sql');
const joinShards = query<never, { readonly day: string }>(folder, 'join-shards.sql');

/** Joins the shards of counts of days that are over: those are read more often than they are added to. */
export async function joinDays(database: Database): Promise<void> {
  for (const { organisation, day } of await daysApart(database.system))
    try {
      await database.asIngest(organisation, (on) => joinShards(on, { day }));
    } catch (error) {
      // It is on its way to another cell, where its days are joined; the others are not kept from it.
      if (!(error instanceof ElsewhereError)) throw error;
    }
}
