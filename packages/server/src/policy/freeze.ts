import { first, queries, type Connection } from '../database/query.ts';
import { notFound } from '../route/problem.ts';
import { reissue, type Signing } from './policy-channel.ts';

const sql = queries(import.meta.dirname);
const freezeOrganisation = sql<never, { reason: string | null }>('freeze-organisation.sql');
const freezeProject = sql<{ project: string }, { project: string; reason: string | null }>(
  'freeze-project.sql',
);
const freezeAgent = sql<{ project: string }, { agent: string; reason: string | null }>('freeze-agent.sql');

export interface Freeze {
  readonly what: 'organisation' | 'project' | 'agent';
  readonly id?: string;
  /** Null ends the freeze. */
  readonly reason: string | null;
}

/** Freezes or thaws, and notifies the agents concerned. */
export async function freeze(
  on: Connection,
  { what, id = '', reason }: Freeze,
  signing: Signing,
): Promise<void> {
  await reissue(on, await concerned(on, { what, id, reason }), signing);
}

/** The project whose agents are concerned; null for all. */
async function concerned(on: Connection, { what, id = '', reason }: Freeze): Promise<string | null> {
  if (what === 'organisation') {
    await freezeOrganisation(on, { reason });
    return null;
  }
  const row = await first(
    what === 'project' ? freezeProject(on, { project: id, reason }) : freezeAgent(on, { agent: id, reason }),
  );
  if (row === undefined) throw notFound(what);
  return row.project;
}
