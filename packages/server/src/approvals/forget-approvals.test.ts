import { expect, test } from 'vitest';
import {
  ask,
  createTeam,
  enrol,
  inspect,
  type Team,
  type TestAgent,
  type TestServer,
} from '../../test/harness.ts';
import { onTeams } from '../../test/on-server.ts';
import { question } from '../../test/question.ts';
import { forgetApprovals } from './forget-approvals.ts';

let server: TestServer;
let team: Team;
let agent: TestAgent;

onTeams((made) => {
  ({ server, team, agent } = made);
});

const digest = 'a digest of the question';

async function put(callKey: string): Promise<string> {
  const { json } = await agent.ask('POST /v1/agent/approvals', { body: question({ callKey }) });
  return json.id;
}

async function answered(callKey: string, verdict: 'allow' | 'deny'): Promise<string> {
  const id = await put(callKey);
  const token = team.token('approver');
  await ask(server, `POST /v1/approvals/${id}/answer`, { token, body: { digest, verdict } });
  return id;
}

async function used(callKey: string): Promise<string> {
  const id = await answered(callKey, 'allow');
  await agent.ask(`POST /v1/agent/approvals/${id}/use`, { body: { callKey, digest } });
  return id;
}

/** What the clock would do, for all questions of the team. */
async function age(days: number): Promise<void> {
  await inspect(
    server.databaseUrl,
    `update approvals set asked_at = asked_at - make_interval(days => $2), settled_at = settled_at - make_interval(days => $2)
     where organisation = $1`,
    [team.organisation, days],
  );
}

async function left(): Promise<readonly string[]> {
  const rows = await inspect<{ key: string }>(
    server.databaseUrl,
    'select call_key as key from approvals where organisation = $1 order by 1',
    [team.organisation],
  );
  return rows.map(({ key }) => key);
}

/** How many votes, links and deliveries the team has. */
async function hanging(): Promise<readonly number[]> {
  const counts = await Promise.all(
    ['votes', 'links', 'deliveries'].map((table) =>
      inspect<{ count: number }>(
        server.databaseUrl,
        `select count(*)::int as count from ${table} where organisation = $1`,
        [team.organisation],
      ),
    ),
  );
  return counts.map(([row]) => row?.count ?? 0);
}

async function acts(): Promise<readonly Record<string, unknown>[]> {
  const { json } = await ask(server, 'GET /v1/acts', { token: team.token('admin') });
  return json.acts.filter(({ act }: { act: string }) => act === 'approvals.forget');
}

const forget = (retentionDays = 90): Promise<number> => forgetApprovals(server.database, { retentionDays });

test('what was settled long ago goes, with all that hangs on it, and the act is on record', async () => {
  const hook = await ask(server, 'POST /v1/hooks', {
    token: team.token('admin'),
    body: { kind: 'webhook', project: null, address: `${server.url}/healthz` },
  });
  expect(hook.status).toBe(201);
  await used('used');
  const denied = await answered('denied', 'deny');
  await inspect(
    server.databaseUrl,
    `insert into links (organisation, hash, approval, person, expires_at) values ($1, $2, $3, $4, now())`,
    [team.organisation, Buffer.from(denied), denied, team.people['approver']?.person],
  );
  await age(91);
  await used('today');
  expect(await hanging()).toEqual([3, 1, 3]);
  expect(await forget()).toBe(2);
  expect(await left()).toEqual(['today']);
  expect(await hanging()).toEqual([1, 0, 1]);
  expect(await acts()).toMatchObject([
    { actor: 'server', subject: team.organisation, detail: { count: 2, retentionDays: 90 } },
  ]);
  expect(await forget()).toBe(0);
  expect(await acts()).toHaveLength(1);
});

test('what is open stays, however old it is', async () => {
  await put('waiting');
  await answered('unused', 'allow');
  await age(1000);
  expect(await forget(1)).toBe(0);
  expect(await left()).toEqual(['unused', 'waiting']);
});

test('each organisation by itself, and more than go at once', async () => {
  await used('theirs');
  await age(91);
  const theirs = team;
  team = await createTeam(server, `other-than-${team.name}`);
  agent = await enrol(server, team.enrolment);
  await answered('template', 'deny');
  await inspect(
    server.databaseUrl,
    `insert into approvals (organisation, project, agent, owner, binding, call_key, digest, request, state, quorum, expires_at, settled_at)
     select organisation, project, agent, owner, sha256(n::text::bytea), 'many', digest, '{}', 'expired', 1, expires_at, settled_at
     from approvals, generate_series(1, 1200) n where organisation = $1`,
    [team.organisation],
  );
  await age(91);
  const [one, other] = await Promise.all([forget(), forget()]);
  expect(one + other).toBe(1202);
  expect(await left()).toEqual([]);
  const counts = (await acts()).map(({ detail }) => (detail as { count: number }).count);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1201);
  team = theirs;
  expect(await acts()).toMatchObject([{ detail: { count: 1 } }]);
});

test('the database itself keeps what is open or fresh, and what belongs to others', async () => {
  await put('waiting');
  await answered('unused', 'allow');
  await answered('denied', 'deny');
  const other = await createTeam(server, `other-than-${team.name}`);
  const remove = async (organisation: string): Promise<readonly (number | null)[]> => {
    const counts: (number | null)[] = [];
    for (const table of ['votes', 'links', 'deliveries', 'approvals'])
      counts.push(
        await server.database.asOrganisation(
          organisation,
          async ({ client }) => (await client.query(`delete from ${table}`)).rowCount,
        ),
      );
    return counts;
  };
  expect(await remove(team.organisation)).toEqual([0, 0, 0, 0]);
  await age(91);
  expect(await remove(other.organisation)).toEqual([0, 0, 0, 0]);
  expect(await left()).toEqual(['denied', 'unused', 'waiting']);
  // Only with its votes: what hangs on it is never left behind.
  expect(await remove(team.organisation)).toEqual([1, 0, 0, 1]);
  expect(await left()).toEqual(['unused', 'waiting']);
  const acting = server.database.asOrganisation(team.organisation, ({ client }) =>
    client.query('delete from acts'),
  );
  await expect(acting).rejects.toThrow('permission denied');
});
