import { type RecordEvidence, recordProblems } from '@permesso/protocol/proof';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { adminShell, type AdminShell } from '../../test/admin/typed.ts';
import { ask, createTeam, inspect, type Team, type TestAgent, type TestServer } from '../../test/harness.ts';
import { onTeams } from '../../test/on-server.ts';
import { question } from '../../test/question.ts';

let server: TestServer;
let team: Team;
let agent: TestAgent;
let shell: AdminShell;

onTeams((made) => {
  ({ server, team, agent } = made);
});

/** Acts of an admin, and one vote, all of them in the log. */
beforeEach(async () => {
  shell = adminShell(server, team);
  const { json } = await agent.ask('POST /v1/agent/approvals', { body: question() });
  const token = team.token('approver');
  const { json: shown } = await ask(server, `GET /v1/approvals/${json.id}`, { token });
  await ask(server, `POST /v1/approvals/${json.id}/answer`, {
    token,
    body: { verdict: 'allow', digest: shown.request.digest, scope: 'once' },
  });
  const waiting = `select from admin_records where organisation = $1 and leaf is null`;
  await vi.waitUntil(
    async () => (await inspect(server.databaseUrl, waiting, [team.organisation])).length === 0,
    { timeout: 120_000, interval: 50 },
  );
});

afterEach(() => shell.remove());

const verify = (...more: readonly string[]): ReturnType<AdminShell['as']> =>
  shell.as('admin', 'audit', 'verify', ...more);
const rewrite = (sql: string): Promise<unknown> => inspect(server.databaseUrl, sql, [team.organisation]);

test('Finding 20: acts and votes are leaves of the log, and verified', async () => {
  const { code, out, err } = await verify();
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^\d+ acts and votes are in the log/);
});

const asVote = `kind = 'vote' and organisation = $1`;

test.each([
  [
    'an act',
    `update acts set actor = 'nobody' where act = 'project.add' and organisation = $1`,
    'project.add',
  ],
  [
    'the detail of an act',
    `update acts set detail = detail || '{"name": "x"}' where act = 'project.add' and organisation = $1`,
    'was changed',
  ],
  ['a removed act', `delete from acts where act = 'project.add' and organisation = $1`, 'was changed'],
  ['a vote', `update votes set verdict = 'deny' where organisation = $1`, 'vote'],
  ['the answer of a vote', `update votes set answer = '{"scope": "user"}' where organisation = $1`, 'vote'],
  [
    'a vote with its record',
    `with v as (update votes set via = 'slack' where organisation = $1 returning *)
     update admin_records r set line = permesso.record_of(row(v.*)::votes)::text from v where r.kind = 'vote' and r.organisation = $1`,
    'is not the one in the log',
  ],
  ['a removed record', `delete from admin_records where ${asVote}`, 'have no record'],
  [
    'a vote that was removed with its record',
    `with v as (delete from votes where organisation = $1) delete from admin_records where ${asVote}`,
    'records were removed',
  ],
])('Finding 20: a rewritten row is found by permesso admin audit verify: %s', async (_, sql, found) => {
  await rewrite(sql);
  const { code, err } = await verify();
  expect([code, err]).toEqual([1, expect.stringContaining(found)]);
});

test('Finding 20: an export verifies without the server, and a changed one does not', async () => {
  const evidence = (await shell.json('admin', 'audit', 'export')) as RecordEvidence & {
    readonly keys: readonly string[];
  };
  const keys = evidence.keys.map((key) => Buffer.from(key, 'base64url'));
  expect(recordProblems(evidence, keys)).toEqual([]);
  const file = shell.file('audit.json', JSON.stringify(evidence));
  expect((await verify(file)).code).toBe(0);
  const changed = shell.file(
    'changed.json',
    JSON.stringify(evidence).replaceAll('project.add', 'project.odd'),
  );
  expect((await verify(changed)).err).toContain('is not the one in the log');
  // The log goes on from what was kept.
  await ask(server, 'POST /v1/projects', { token: team.token('admin'), body: { name: 'another' } });
  expect((await verify('--since', file)).code).toBe(0);
});

test('the evidence of one call has rule, version, review, votes, outcome and proof, as JSON and as a page', async () => {
  const [{ id }] = (await ask(server, 'GET /v1/approvals', { token: team.token('viewer') })).json.approvals;
  const path = `GET /v1/approvals/${id}/evidence`;
  const { status, json } = await ask(server, path, { token: team.token('viewer') });
  expect(status).toBe(200);
  expect(json).toMatchObject({
    approval: id,
    organisation: team.name,
    project: 'main',
    machine: 'an agent',
    owner: `owner@${team.name}.example`,
    call: { tool: 'Bash', input: { command: 'git push' } },
    rules: [{ verdict: 'ask', text: 'Bash(git push:*)' }],
    quorum: 1,
    outcome: 'approved',
    cannotBeUndone: false,
    votes: [
      {
        by: `approver@${team.name}.example`,
        verdict: 'allow',
        via: 'token',
        counted: true,
        address: '127.0.0.1',
        session: null,
      },
    ],
  });
  expect(JSON.parse(json.proof.records[0].line)).toMatchObject({ address: '127.0.0.1', session: null });
  const { keys, ...proof } = json.proof;
  const pinned = keys.map((key: string) => Buffer.from(key, 'base64url'));
  expect(proof.records).toHaveLength(1);
  expect(recordProblems(proof as RecordEvidence, pinned)).toEqual([]);
  const turned = { ...proof.records[0], line: proof.records[0].line.replace('allow', 'deny') };
  expect(recordProblems({ ...proof, records: [turned] }, pinned)).toHaveLength(1);
  const file = shell.file('call.json', JSON.stringify(json));
  expect((await verify(file)).out).toMatch(/^1 acts and votes are in the log/);
  const forged = shell.file('forged.json', JSON.stringify(json).replaceAll('127.0.0.1', '192.0.2.1'));
  expect((await verify(forged)).err).toContain('is not the one in the log');
  await rewrite(
    `update approvals set request = jsonb_set(request, '{call,input,command}', '"<script>x</script>"') where organisation = $1`,
  );
  const page = await ask(server, `${path}.html`, { token: team.token('viewer') });
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(page.json).toContain('&lt;script&gt;x&lt;/script&gt;');
  expect(page.json).not.toContain('<script');
  const other = await createTeam(server, `other-${team.name}`);
  for (const each of [path, `${path}.html`])
    expect((await ask(server, each, { token: other.token('admin') })).status).toBe(404);
});

test('an act says from where it was done, and acts are listed by time', async () => {
  const token = team.token('admin');
  const { json } = await ask(server, 'GET /v1/acts', { token });
  const made = json.acts.find(({ act }: { act: string }) => act === 'project.add');
  expect(made).toMatchObject({ address: '127.0.0.1', session: null });
  const ids = async (span: string): Promise<readonly string[]> => {
    const { json: found } = await ask(server, `GET /v1/acts?${span}`, { token });
    return found.acts.map(({ id }: { id: string }) => id);
  };
  expect(await ids(`since=${made.at}`)).toContain(made.id);
  expect(await ids(`until=${made.at}`)).not.toContain(made.id);
  expect(await ids('since=2099-01-01')).toEqual([]);
  expect((await ask(server, 'GET /v1/acts?since=yesterday', { token })).status).toBe(400);
  const day = made.at.slice(0, 10);
  expect((await shell.as('admin', 'audit', '--since', day, '--json')).out).toContain('"127.0.0.1"');
  expect((await shell.as('admin', 'audit', '--until', day)).out).toBe('There are no administrative acts.');
});
