import { afterEach, beforeEach, expect, test } from 'vitest';
import { ask, createTeam, enrol, inspect, type Team, type TestServer, hasPlugin } from '../harness.ts';
import { onServer } from '../on-server.ts';
import { publish } from '../publish.ts';
import { question } from '../question.ts';
import { adminShell, type AdminShell } from './typed.ts';

let server: TestServer;
let team: Team;
let shell: AdminShell;
let teams = 0;

onServer((made) => {
  server = made;
});

beforeEach(async () => {
  team = await createTeam(server, `tokens-${++teams}`, { anna: ['admin'], bert: ['approver'] });
  shell = adminShell(server, team);
});

afterEach(() => shell.remove());

const email = (who: string): string => `${who}@${team.name}.example`;

test.skipIf(!hasPlugin('scim'))('a SCIM token is created, used, listed and revoked', async () => {
  expect((await shell.as('admin', 'scim-tokens')).out).toBe('There are no SCIM tokens.');
  const made = await shell.json('admin', 'scim-tokens', 'create', 'okta', '--days', '30');
  const list = (): Promise<number> =>
    ask(server, 'GET /scim/v2/Users', { token: made.token }).then(({ status }) => status);
  expect(await list()).toBe(200);
  expect((await shell.as('admin', 'scim-tokens')).out).toMatch(/okta +valid/);
  expect((await shell.as('viewer', 'scim-tokens', 'create', 'mine')).code).toBe(1);
  expect((await shell.as('admin', 'scim-tokens', 'revoke', 'okta')).code).not.toBe(0);
  expect(await list()).toBe(200);
  const revoked = await shell.answering('y', 'admin', 'scim-tokens', 'revoke', 'okta');
  expect([revoked.code, revoked.out]).toEqual([0, expect.stringContaining('Revoked the SCIM token okta')]);
  expect(await list()).toBe(401);
  expect((await shell.as('admin', 'scim-tokens', 'revoke', 'okta', '--yes')).err).toContain(
    'there is no valid SCIM token `okta`',
  );
});

test('an admin lists the sessions of a person and ends one', async () => {
  const body = { token: team.token('viewer') };
  const signedIn = await fetch(`${server.url}/v1/sign-in/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify(body),
  });
  const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const me = (): Promise<number> =>
    fetch(`${server.url}/v1/me`, { headers: { cookie } }).then(({ status }) => status);
  expect(await me()).toBe(200);
  expect((await shell.as('admin', 'sessions')).out).toBe('There are no sessions.');
  expect((await shell.as('author', 'sessions', 'list', '--person', email('viewer'))).code).toBe(1);
  const [session] = await shell.json('admin', 'sessions', 'list', '--person', email('viewer'));
  const words = ['sessions', 'end', session.id.slice(0, 8), '--person', email('viewer')];
  const ended = await shell.as('admin', ...words, '--yes');
  expect([ended.code, ended.out]).toEqual([0, expect.stringContaining('Ended the session')]);
  expect(await me()).toBe(401);
});

test('a finding is acknowledged once, with a reason, by an admin', async () => {
  const agent = await enrol(server, team.enrolment, 'build-7');
  const [row] = await inspect<{ id: string }>(
    server.databaseUrl,
    `insert into findings (organisation, agent, what) values ($1, $2, 'foreign') returning id::text as id`,
    [team.organisation, agent.id],
  );
  const id = row?.id ?? '';
  expect((await shell.as('viewer', 'findings')).out).toMatch(new RegExp(`${id} +open .*build-7 +foreign`));
  expect((await shell.as('admin', 'findings', 'acknowledge', id)).err).toContain('--reason TEXT is missing');
  const words = ['findings', 'acknowledge', id, '--reason', 'disk was replaced'];
  expect((await shell.as('viewer', ...words)).code).toBe(1);
  expect((await shell.as('admin', ...words)).out).toBe(`Acknowledged finding ${id}.`);
  expect((await shell.as('admin', ...words)).err).toContain('this finding is already acknowledged');
  expect((await shell.as('viewer', 'findings', 'list', '--open')).out).toBe('No findings.');
  const [listed] = await shell.json('viewer', 'findings');
  expect(listed).toMatchObject({ id, reason: 'disk was replaced' });
});

test('a grant for the team is proposed, voted for and taken back', async () => {
  const text = 'ask: ["Bash(git push:*)"]\ntests: [{ call: Bash(git push), expect: ask }]\n';
  await publish(server, team, { text });
  const agent = await enrol(server, team.enrolment, 'build-7');
  const asked = await agent.ask('POST /v1/agent/approvals', { body: question() });
  const path = `/v1/approvals/${asked.json.id}/team-grant`;
  const token = team.token('approver');
  const { json } = await ask(server, `GET ${path}`, { token });
  const body = { digest: 'a digest of the question', rules: json.offers[0].rules };
  expect((await ask(server, `POST ${path}`, { token, body })).json).toMatchObject({ state: 'proposed' });
  const [grant] = await shell.json('viewer', 'team-grants');
  const id = String(grant.id).slice(0, 8);
  expect((await shell.as('viewer', 'team-grants')).out).toMatch(new RegExp(`${id} +proposed .*1 of 2`));
  expect((await shell.as('viewer', 'team-grants', 'vote', id, 'approve', '--yes')).code).toBe(1);
  const voted = await shell.answering('y', 'bert', 'team-grants', 'vote', id, 'approve');
  expect([voted.asked.join(''), voted.out]).toEqual([
    expect.stringContaining('git push'),
    `${id} is granted.`,
  ]);
  expect((await shell.as('admin', 'team-grants', 'revoke', id, '--yes')).code).toBe(0);
  expect((await shell.as('viewer', 'team-grants')).out).toBe('Nothing is proposed or granted.');
  expect((await shell.as('viewer', 'team-grants', 'list', '--all')).out).toContain('revoked');
});

test('two admins who give roles at once do not undo each other', async () => {
  const names = ['one', 'two', 'three', 'four', 'five', 'six'];
  for (const name of names) expect((await shell.as('admin', 'projects', 'add', name)).code).toBe(0);
  for (const [first = '', second = ''] of [names.slice(0, 2), names.slice(2, 4), names.slice(4)]) {
    const give = (who: string, project: string): Promise<{ code: number }> =>
      shell.as(who, 'people', 'add-role', email('viewer'), 'author', '--project', project);
    const both = await Promise.all([give('admin', first), give('anna', second)]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    const map = (who: string, project: string): Promise<{ code: number }> =>
      shell.as(who, 'group-roles', 'add', 'developers', 'author', '--project', project);
    const mapped = await Promise.all([map('admin', first), map('anna', second)]);
    expect(mapped.map(({ code }) => code)).toEqual([0, 0]);
  }
  const person = (await shell.json('admin', 'people', 'list', '--find', email('viewer')))[0];
  expect(person.roles).toHaveLength(7);
  expect((await shell.json('admin', 'group-roles')).mappings).toHaveLength(6);
});

test('roles that are not those that were seen are refused, and stay', async () => {
  const person = team.people['viewer']?.person;
  const token = team.token('admin');
  const put = (body: object): Promise<{ status: number; json: { code?: string } }> =>
    ask(server, `PUT /v1/people/${person}/roles`, { token, body });
  const viewer = { role: 'viewer', project: null };
  const author = { role: 'author', project: null };
  expect((await put({ roles: [viewer, author], before: [viewer] })).status).toBe(204);
  const stale = await put({ roles: [viewer], before: [viewer] });
  expect([stale.status, stale.json.code]).toEqual([409, 'changed']);
  expect((await put({ roles: [viewer], before: [author, viewer] })).status).toBe(202);
  const mapping = { group: 'x', role: 'viewer', project: null };
  const map = (body: object): Promise<{ status: number }> =>
    ask(server, 'PUT /v1/group-roles', { token, body });
  expect((await map({ mappings: [mapping], before: [] })).status).toBe(204);
  expect((await map({ mappings: [], before: [] })).status).toBe(409);
  expect((await map({ mappings: [] })).status).toBe(204);
});
