import { queries } from '../database/query.ts';
import { recordAdminAction } from '../identity/index.ts';
import { reissue } from '../policy/index.ts';
import type { ServerContext } from '../module.ts';

const sql = queries(import.meta.dirname);
const grantsDue = sql<{ organisation: string }>('team-grants-due.sql');
const expireGrants = sql<{ id: string; project: string | null; was: 'proposed' | 'granted' }>(
  'expire-team-grants.sql',
);

/** Ends expired grants, in the bundles too, and proposals with too few votes. */
export async function sweepTeamGrants({
  database,
  hints,
  secret,
}: Pick<ServerContext, 'database' | 'hints' | 'secret'>): Promise<void> {
  for (const { organisation } of await database.asSystem(grantsDue)) {
    const reached = await database.asOrganisation(organisation, async (on) => {
      const expired = await expireGrants(on);
      for (const { id, was } of expired)
        await recordAdminAction(on, { by: 'server', act: 'team-grant.expire', subject: id, detail: { was } });
      const granted = expired.filter(({ was }) => was === 'granted').map(({ project }) => project);
      const projects = granted.includes(null) ? [null] : [...new Set(granted)];
      for (const project of projects) await reissue(on, project, { organisation, secret });
      return projects.length;
    });
    if (reached > 0) hints.give('bundles');
  }
}
