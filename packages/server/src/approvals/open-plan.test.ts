import { expect, test } from 'vitest';
import type { ApprovalRequest } from '@permesso/protocol/approval';
import {
  createTeam,
  enrol,
  inspect,
  type Team,
  type TestAgent,
  type TestServer,
} from '../../test/harness.ts';
import { onServer } from '../../test/on-server.ts';
import { question } from '../../test/question.ts';
import { openDatabase } from '../database/database.ts';
import { askedBy, openRequests } from './open-requests.ts';

let server: TestServer;
let team: Team;
let agent: TestAgent;
let other: TestAgent;

onServer(async (made) => {
  server = made;
  team = await createTeam(server, 'planned');
  agent = await enrol(server, team.enrolment);
  other = await enrol(server, team.enrolment);
});

/** What another agent of the organisation waits for. */
async function addWaiting(from: number, to: number): Promise<void> {
  await inspect(
    server.databaseUrl,
    `insert into approvals (organisation, project, agent, owner, binding, call_key, digest, request, quorum, expires_at)
     select $1, $2, $3, $4, sha256(n::text::bytea), n::text, 'a digest', '{}', 1, now() + interval '1 hour'
     from generate_series($5::int, $6::int) as n`,
    [team.organisation, team.project, other.id, team.people['owner']?.person, from, to],
  );
}

// With so few rows, and before anybody has counted them, any index of the organisation looks as good as the right one.
test('what was planned among a hundred requests reads no more among thousands', async () => {
  const { organisation, project } = team;
  const owner = team.people['owner']?.person ?? '';
  const caller = { kind: 'agent', organisation, project, agent: agent.id, owner } as const;
  const asked = (callKey: string): ReturnType<typeof askedBy> =>
    askedBy(caller, question({ callKey }).request as unknown as ApprovalRequest);
  await addWaiting(1, 150);
  const database = openDatabase({ url: server.databaseUrl, connections: 4 });
  try {
    const read = await database.asOrganisation(organisation, async (on) => {
      const rowsRead = async (): Promise<number> => {
        const { rows } = await on.client.query<{ read: number }>(
          `select (idx_tup_fetch + seq_tup_read)::int as read from pg_stat_xact_user_tables where relname = 'approvals'`,
        );
        return rows[0]?.read ?? Infinity;
      };
      await on.client.query('set local plan_cache_mode = force_generic_plan');
      await openRequests(on, [asked('first')]);
      await addWaiting(151, 5000);
      const before = await rowsRead();
      const opened = await openRequests(on, [asked('second'), asked('third')]);
      expect(opened.map((each) => each?.isNew)).toEqual([true, true]);
      return (await rowsRead()) - before;
    });
    expect(read).toBeLessThan(10);
  } finally {
    await database.close();
  }
});
