import { queries } from '../database/query.ts';
import { reissue, validHours } from './policy-channel.ts';
import type { ServerContext } from '../module.ts';

const sql = queries(import.meta.dirname);
const organisationsToRenew = sql<{ organisation: string }, { hours: number }>('organisations-to-renew.sql');
const channelsToRenew = sql<{ project: string }, { hours: number }>('channels-to-renew.sql');

/** Long before it expires: an agent that was offline for a while still has most of its time left. */
const renewAfterHours = Math.floor(validHours / 12);

/** Signs agents' bundles again, so that only offline agents ever hold an old one. */
export async function renewChannels({
  database,
  hints,
  secret,
}: Pick<ServerContext, 'database' | 'hints' | 'secret'>): Promise<void> {
  const due = await database.asSystem((on) => organisationsToRenew(on, { hours: renewAfterHours }));
  for (const { organisation } of due)
    await database.asOrganisation(organisation, async (on) => {
      for (const { project } of await channelsToRenew(on, { hours: renewAfterHours }))
        await reissue(on, project, { organisation, secret });
    });
  if (due.length > 0) hints.give('bundles');
}
