import { expect, test, vi } from 'vitest';
import { adminShell } from '../../../test/admin/typed.ts';
import { ask, inspect, type Answered, type Team, type TestServer } from '../../../test/harness.ts';
import { onTeams } from '../../../test/on-server.ts';

let server: TestServer;
let team: Team;

onTeams((made) => {
  ({ server, team } = made);
});

const body = { role: 'approver', project: null, minutes: 60, reason: 'incident 4711' };

function give(change: object = {}, to = 'viewer', by = 'admin'): Promise<Answered> {
  const path = `POST /v1/people/${team.people[to]?.person}/temporary-roles`;
  return ask(server, path, { token: team.token(by), body: { ...body, ...change } });
}

const over = (role: string): Promise<unknown> =>
  inspect(
    server.databaseUrl,
    `update roles set ends_at = now() - interval '1 second' where organisation = $1 and role = $2 and ends_at is not null`,
    [team.organisation, role],
  );

const pending = (): Promise<Answered> =>
  ask(server, 'GET /v1/temporary-roles', { token: team.token('admin') });

test('a role for some time counts until it ends, and both are acts', async () => {
  const held = await ask(server, 'GET /v1/me', { token: team.token('viewer') });
  expect(JSON.stringify(held.json)).not.toContain('approver');
  const { status, json } = await give();
  expect(status).toBe(201);
  expect(Date.parse(json.endsAt) - Date.now()).toBeGreaterThan(59 * 60_000);
  expect((await pending()).json.roles).toMatchObject([{ role: 'approver', reason: 'incident 4711' }]);
  const { json: people } = await ask(server, 'GET /v1/people?find=viewer', { token: team.token('admin') });
  expect(people.people[0].groupRoles).toMatchObject([{ source: 'temporary', group: 'incident 4711' }]);
  await over('approver');
  await vi.waitUntil(async () => (await pending()).json.roles.length === 0, {
    timeout: 60_000,
    interval: 50,
  });
  const { json: acts } = await ask(server, 'GET /v1/acts', { token: team.token('admin') });
  const found = acts.acts.filter(({ act }: { act: string }) => act.startsWith('person.role-'));
  expect(found).toMatchObject([
    { act: 'person.role-ended', actor: 'server', detail: { role: 'approver', reason: 'incident 4711' } },
    { act: 'person.role-given', detail: { minutes: 60, reason: 'incident 4711' } },
  ]);
});

test.each([
  ['without a reason', { reason: '' }, 400],
  ['for more than a week', { minutes: 7 * 24 * 60 + 1 }, 400],
  ['in a project of nobody', { project: '3f6c1c1e-8a4e-4b53-9a0f-2a6e0c9d7b11' }, 404],
])('no role is given %s', async (_what, change, status) => {
  expect((await give(change)).status).toBe(status);
});

test('no one but an admin gives one, and nobody gets a vote for whom nobody vouches', async () => {
  expect((await give({}, 'viewer', 'approver')).status).toBe(403);
  await inspect(server.databaseUrl, `update people set vouched_by = null where id = $1`, [
    team.people['viewer']?.person,
  ]);
  expect((await give()).json.code).toBe('another-person');
  expect((await give({ role: 'viewer' })).status).toBe(201);
});

test('an admin for some time is not the one who stays', async () => {
  await give({ role: 'admin' }, 'author');
  const roles = [{ role: 'viewer', project: null }];
  const path = `PUT /v1/people/${team.people['admin']?.person}/roles`;
  const taken = await ask(server, path, { token: team.token('admin'), body: { roles } });
  expect([taken.status, taken.json.detail]).toEqual([409, 'the organisation needs at least one admin']);
});

test('is given and listed in words', async () => {
  const shell = adminShell(server, team);
  const email = `viewer@${team.name}.example`;
  const given = ['temporary-roles', 'give', email, 'author', '--minutes', '30', '--reason', 'release'];
  expect((await shell.as('admin', ...given)).out).toMatch(/has the role author until .* UTC\.$/);
  expect((await shell.as('admin', 'temporary-roles')).out).toContain('release');
  shell.remove();
});
