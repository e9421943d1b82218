import { type Evidence, evidenceProblems } from '@permesso/protocol/proof';
import { describe, expect, test, vi } from 'vitest';
import {
  ask,
  asTwo,
  createTeam,
  enrol,
  inspect,
  type Answered,
  type Team,
  type TestAgent,
  type TestServer,
} from '../../../test/harness.ts';
import { makeLines } from '../../../test/lines.ts';
import { onTeams } from '../../../test/on-server.ts';
import { question } from '../../../test/question.ts';
import { forgetApprovals } from '../../approvals/forget-approvals.ts';
import { maintainPartitions } from '../../audit/partitions.ts';

let server: TestServer;
let team: Team;
let agent: TestAgent;

onTeams((made) => {
  ({ server, team, agent } = made);
});

/** Confirmed by the author, where it takes two. */
async function asAdmin(what: string, body?: unknown, of = team): Promise<Answered> {
  return await asTwo(server, of, [what, body]);
}

async function acts(wanted: string): Promise<readonly Answered['json'][]> {
  const { json } = await asAdmin('GET /v1/acts');
  return json.acts.filter(({ act }: { act: string }) => act === wanted);
}

/** Tables, but for the entries of agents, with rows in which the text stands. */
async function tablesWith(text: string): Promise<readonly string[]> {
  const tables = await inspect<{ name: string }>(
    server.databaseUrl,
    `select c.relname as name from pg_class c
     where c.relnamespace = 'permesso'::regnamespace and c.relkind = 'r' and c.relname not like 'events%' order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await inspect<{ count: number }>(
      server.databaseUrl,
      `select count(*)::int as count from permesso.${name} t where t::text ilike '%' || $1 || '%'`,
      [text],
    );
    if ((row?.count ?? 0) > 0) found.push(name);
  }
  return found;
}

describe('a person who is erased', () => {
  const gone = 'dora.gone@acme.example';

  async function dora(): Promise<{ person: string; token: string; own: TestAgent }> {
    const roles = ['approver'] as const;
    const made = await server.operator.addPerson({ organisation: team.name, email: gone, roles });
    const enrolment = await asAdmin('POST /v1/enrolments', {
      project: team.project,
      owner: made.person,
      uses: 1,
      minutes: 5,
    });
    const { json } = await agent.ask('POST /v1/agent/approvals', { body: question() });
    const answer = { digest: 'a digest of the question', verdict: 'allow' };
    const path = `POST /v1/approvals/${json.id}/answer`;
    expect((await ask(server, path, { token: made.token, body: answer })).status).toBe(200);
    await asAdmin('POST /v1/hooks', { kind: 'mail', project: null, person: made.person });
    return { ...made, own: await enrol(server, enrolment.json.token) };
  }

  test('has no name and no address outside of the signed log, and what they could do is over', async () => {
    const { person, token, own } = await dora();
    expect(await tablesWith(gone)).toEqual(['acts', 'admin_records', 'approvals', 'people']);
    const erased = await asAdmin(`POST /v1/people/${person}/erase`);
    expect([erased.status, erased.json]).toEqual([
      200,
      { state: 'done', pseudonym: `erased-${person.slice(0, 8)}` },
    ]);
    expect(await tablesWith('dora.gone')).toEqual([]);
    expect((await ask(server, 'GET /v1/me', { token })).status).toBe(401);
    expect((await own.ask('GET /v1/agent/self')).status).toBe(401);
    const [hooks] = await inspect(server.databaseUrl, 'select count(*)::int from hooks where person = $1', [
      person,
    ]);
    expect(hooks).toEqual({ count: 0 });
    expect(await acts('person.erase')).toMatchObject([
      { subject: person, detail: { askedBy: team.people['admin']?.person } },
    ]);
    expect((await acts('person.add')).find(({ subject }) => subject === person).detail).toEqual({
      email: erased.json.pseudonym,
      roles: ['approver'],
    });
    const [approval] = await inspect<{ answer: object }>(
      server.databaseUrl,
      'select answer from approvals where organisation = $1',
      [team.organisation],
    );
    expect(approval?.answer).toMatchObject({ by: erased.json.pseudonym, verdict: 'allow' });
    expect((await asAdmin(`POST /v1/people/${person}/erase`)).status).toBe(409);
    expect((await asAdmin(`POST /v1/people/${person}/enable`)).status).toBe(409);
  });

  test('leaves proofs that verify, from before and from after', async () => {
    const { person, own } = await dora();
    const { lines } = makeLines(6, undefined, gone);
    await own.ask('POST /v1/agent/entries', { bytes: Buffer.from(lines.slice(0, 3).join('')) });
    const evidence = (): Promise<Evidence> =>
      vi.waitUntil(
        async () => {
          const { status, json } = await asAdmin(`GET /v1/agents/${own.id}/evidence`);
          return status === 200 && json.batches.length > 0 ? (json as Evidence) : undefined;
        },
        { timeout: 120_000, interval: 50 },
      );
    const before = await evidence();
    expect((await asAdmin(`POST /v1/people/${person}/erase`)).status).toBe(200);
    const after = await evidence();
    expect(evidenceProblems(before, own.organisationKey)).toEqual([]);
    expect(evidenceProblems(after, own.organisationKey)).toEqual([]);
    expect(after.batches).toEqual(before.batches);
    const { json } = await asAdmin('GET /v1/entries?from=2020-01-01&to=2100-01-01');
    expect(JSON.stringify(json)).toContain(gone);
  });

  test('is not oneself, not the last admin, nobody of another organisation, and nobody under a hold', async () => {
    const { person } = await dora();
    const admin = team.people['admin']?.person ?? '';
    expect((await asAdmin(`POST /v1/people/${admin}/erase`)).status).toBe(409);
    const elsewhere = await createTeam(server, `other-${team.name}`);
    expect((await asAdmin(`POST /v1/people/${person}/erase`, undefined, elsewhere)).status).toBe(404);
    const hold = await asAdmin('POST /v1/legal-holds', { project: null, reason: 'case 7' });
    expect((await asAdmin(`POST /v1/people/${person}/erase`)).json.detail).toMatch('legal hold');
    expect(await tablesWith(gone)).toContain('people');
    await asAdmin(`DELETE /v1/legal-holds/${hold.json.id}`);
    expect((await asAdmin(`POST /v1/people/${person}/erase`)).status).toBe(200);
  });

  test('is the only way in which an act changes, and not for acts of others', async () => {
    const change = (sql: string): Promise<unknown> =>
      server.database.asOrganisation(team.organisation, ({ client }) => client.query(sql));
    await expect(change(`update acts set detail = '{}'`)).rejects.toThrow('permission denied');
    const elsewhere = await createTeam(server, `third-${team.name}`);
    await change(
      `select permesso.erase_from_records(gen_random_uuid(), array['admin@third-${team.name}.example'], 'x')`,
    );
    const rows = await inspect(
      server.databaseUrl,
      `select id from acts where organisation = $1 and detail ->> 'email' = 'admin@third-${team.name}.example'`,
      [elsewhere.organisation],
    );
    expect(rows).toHaveLength(1);
  });
});

describe('a legal hold', () => {
  /** An entry of 31 days ago, of this agent. */
  async function oldEntry(of: TestAgent): Promise<void> {
    await of.ask('POST /v1/agent/entries', { bytes: Buffer.from(makeLines(1).lines.join('')) });
    await inspect(server.databaseUrl, 'select permesso.add_events_partition(current_date - 31)');
    await inspect(
      server.databaseUrl,
      `insert into events select organisation, agent, 99, received_at - interval '31 days', at, type, verdict, tool, session, line
       from events where agent = $1 and seq = 1`,
      [of.id],
    );
  }

  async function hasOld(of: TestAgent): Promise<boolean> {
    return (
      (await inspect(server.databaseUrl, 'select seq from events where agent = $1 and seq = 99', [of.id]))
        .length > 0
    );
  }

  test.each([['the organisation'], ['one project']])(
    'of %s keeps its entries, and those of nobody else',
    async (what) => {
      const elsewhere = await createTeam(server, `free-${team.name}`);
      const other = await enrol(server, elsewhere.enrolment);
      await oldEntry(agent);
      await oldEntry(other);
      const project = what === 'one project' ? team.project : null;
      const set = await asAdmin('POST /v1/legal-holds', { project, reason: 'case 7' });
      expect(set.status).toBe(201);
      expect(await maintainPartitions(server.database, { retentionDays: 30 })).toEqual([]);
      expect([await hasOld(agent), await hasOld(other)]).toEqual([true, false]);
      expect((await asAdmin(`DELETE /v1/legal-holds/${set.json.id}`)).status).toBe(200);
      expect(await maintainPartitions(server.database, { retentionDays: 30 })).toHaveLength(1);
      expect(await hasOld(agent)).toBe(false);
    },
  );

  test('keeps approval requests of its project', async () => {
    const { json } = await agent.ask('POST /v1/agent/approvals', { body: question() });
    await agent.ask(`DELETE /v1/agent/approvals/${json.id}`);
    await inspect(
      server.databaseUrl,
      `update approvals set settled_at = now() - interval '99 days' where id = $1`,
      [json.id],
    );
    const other = (await asAdmin('POST /v1/projects', { name: 'other' })).json.id as string;
    const unrelated = (await asAdmin('POST /v1/legal-holds', { project: other, reason: 'x' })).json
      .id as string;
    const set = (await asAdmin('POST /v1/legal-holds', { project: team.project, reason: 'case 7' })).json
      .id as string;
    const left = async (): Promise<number> => {
      await forgetApprovals(server.database, { retentionDays: 90 });
      return (await inspect(server.databaseUrl, 'select id from approvals where id = $1', [json.id])).length;
    };
    expect(await left()).toBe(1);
    await asAdmin(`DELETE /v1/legal-holds/${set}`);
    expect(await left()).toBe(0);
    await asAdmin(`DELETE /v1/legal-holds/${unrelated}`);
  });

  test('says who set and ended it, when and why; once for each place', async () => {
    const admin = team.people['admin']?.person;
    const set = await asAdmin('POST /v1/legal-holds', { project: null, reason: 'case 7' });
    expect((await asAdmin('POST /v1/legal-holds', { project: null, reason: 'again' })).status).toBe(409);
    await asAdmin(`DELETE /v1/legal-holds/${set.json.id}`);
    expect((await asAdmin(`DELETE /v1/legal-holds/${set.json.id}`)).status).toBe(404);
    expect((await asAdmin('GET /v1/legal-holds')).json.holds).toEqual([
      {
        id: set.json.id,
        project: null,
        reason: 'case 7',
        setBy: admin,
        setAt: expect.any(String),
        endedBy: team.people['author']?.person,
        endedAt: expect.any(String),
      },
    ]);
    expect(await acts('legal-hold.set')).toMatchObject([{ detail: { project: null, reason: 'case 7' } }]);
    expect(await acts('legal-hold.end')).toHaveLength(1);
  });
});
