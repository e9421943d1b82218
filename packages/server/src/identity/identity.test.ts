import { describe, expect, test } from 'vitest';
import { enrolPurpose, newSigningKey, signText } from '@permesso/protocol/bundle';
import { ask, createTeam, enrol, type Team, type TestServer } from '../../test/harness.ts';
import { onServer } from '../../test/on-server.ts';

let server: TestServer;
let team: Team;

onServer(async (made) => {
  server = made;
  team = await createTeam(server, 'acme');
});

describe('tokens', () => {
  test('say who you are', async () => {
    const { status, json } = await ask(server, 'GET /v1/me', { token: team.token('author') });
    expect(status).toBe(200);
    expect(json).toMatchObject({
      organisation: team.organisation,
      email: 'author@acme.example',
      roles: [{ role: 'author', project: null }],
    });
  });

  test.each([
    ['none', undefined],
    ['of another shape', 'abc'],
    ['of no one', `pmt_${'x'.repeat(43)}`],
    ['of another kind', `pme_${'x'.repeat(43)}`],
  ])('%s opens nothing', async (_what, token) => {
    const { status, json } = await ask(server, 'GET /v1/me', token === undefined ? {} : { token });
    expect(status).toBe(401);
    expect(json).toMatchObject({ title: 'Not signed in', status: 401 });
  });

  test('a token never has more roles than it was given, nor than its person has', async () => {
    const wide = await ask(server, 'POST /v1/tokens', {
      token: team.token('author'),
      body: { name: 'wide', roles: ['admin'], days: 1 },
    });
    expect(wide.status).toBe(403);
    const narrow = await ask(server, 'POST /v1/tokens', {
      token: team.token('admin'),
      body: { name: 'narrow', roles: ['viewer'], days: 1 },
    });
    expect(narrow.status).toBe(201);
    const use = await ask(server, 'POST /v1/projects', { token: narrow.json.token, body: { name: 'other' } });
    expect(use).toMatchObject({
      status: 403,
      json: { detail: 'this needs the role admin for the whole organisation' },
    });
  });

  test('a revoked token is refused from the next request on', async () => {
    const made = await ask(server, 'POST /v1/tokens', {
      token: team.token('viewer'),
      body: { name: 'short', roles: [], days: 1 },
    });
    const { id, token } = made.json;
    expect((await ask(server, 'GET /v1/me', { token })).status).toBe(200);
    expect((await ask(server, `DELETE /v1/tokens/${id}`, { token: team.token('author') })).status).toBe(404);
    expect((await ask(server, `DELETE /v1/tokens/${id}`, { token: team.token('viewer') })).status).toBe(204);
    expect((await ask(server, 'GET /v1/me', { token })).status).toBe(401);
  });
});

describe('roles', () => {
  test('the last admin stays', async () => {
    const path = `PUT /v1/people/${team.people['admin']?.person}/roles`;
    const { status } = await ask(server, path, { token: team.token('admin'), body: { roles: [] } });
    expect(status).toBe(409);
    expect((await ask(server, 'GET /v1/acts', { token: team.token('admin') })).status).toBe(200);
  });

  test('given and taken', async () => {
    const path = `PUT /v1/people/${team.people['viewer']?.person}/roles`;
    const give = { roles: [{ role: 'author', project: team.project }] };
    expect((await ask(server, path, { token: team.token('admin'), body: give })).status).toBe(204);
    const { json } = await ask(server, 'GET /v1/people', { token: team.token('admin') });
    expect(json.people.find((each: { email: string }) => each.email.startsWith('viewer')).roles).toEqual(
      give.roles,
    );
  });

  test('a disabled person is out at once, and their agents with them', async () => {
    const gone = await server.operator.addPerson({
      organisation: 'acme',
      email: 'gone@acme.example',
      roles: ['viewer'],
    });
    const enrolment = await ask(server, 'POST /v1/enrolments', {
      token: team.token('admin'),
      body: { project: team.project, owner: gone.person, uses: 1, minutes: 5 },
    });
    const agent = await enrol(server, enrolment.json.token);
    expect((await agent.ask('GET /v1/me')).status).toBe(403);
    await ask(server, `POST /v1/people/${gone.person}/disable`, { token: team.token('admin') });
    expect((await ask(server, 'GET /v1/me', { token: gone.token })).status).toBe(401);
    expect((await agent.ask('GET /v1/me')).status).toBe(401);
  });
});

describe('agents', () => {
  test('an enrolment is used as often as it says', async () => {
    const { json } = await ask(server, 'POST /v1/enrolments', {
      token: team.token('admin'),
      body: { project: team.project, owner: team.people['owner']?.person, uses: 1, minutes: 5 },
    });
    await enrol(server, json.token);
    await expect(enrol(server, json.token)).rejects.toThrow('403');
  });

  test('a key must be proven', async () => {
    const key = newSigningKey();
    const other = newSigningKey();
    const body = {
      token: team.enrolment,
      name: 'x',
      publicKey: key.publicKey.toString('base64url'),
      proof: signText(team.enrolment, enrolPurpose, other.privateKey),
    };
    expect((await ask(server, 'POST /v1/enrol', { body })).status).toBe(403);
  });

  test('a revoked agent is refused from the next request on', async () => {
    const agent = await enrol(server, team.enrolment);
    expect((await agent.ask('GET /v1/me')).json.detail).toBe('this is for people');
    expect(
      (await ask(server, `POST /v1/agents/${agent.id}/revoke`, { token: team.token('admin') })).status,
    ).toBe(204);
    expect(await agent.ask('GET /v1/me')).toMatchObject({
      status: 401,
      json: { code: 'revoked' },
    });
  });

  test.each([
    ['an old signature', { at: Date.now() - 6 * 60_000 }],
    ['a signature from the future', { at: Date.now() + 6 * 60_000 }],
  ])('%s does not count', async (_what, how) => {
    const agent = await enrol(server, team.enrolment);
    expect((await agent.ask('GET /v1/me', how)).json.code).toBe('clock');
  });
});

test('every administrative act is on record, with who did it', async () => {
  const { json } = await ask(server, 'GET /v1/acts', { token: team.token('admin') });
  const acts = json.acts.map(({ act }: { act: string }) => act);
  expect(acts).toEqual(
    expect.arrayContaining([
      'organisation.add',
      'person.add',
      'project.add',
      'enrolment.add',
      'agent.enrol',
      'agent.revoke',
      'token.add',
      'token.revoke',
      'person.roles',
      'person.disable',
    ]),
  );
  expect(new Set(json.acts.map(({ actor }: { actor: string }) => actor.split(':')[0]))).toEqual(
    new Set(['operator', 'person', 'agent']),
  );
  await expect(
    server.database.asOrganisation(team.organisation, ({ client }) =>
      client.query("update acts set actor = 'nobody'"),
    ),
  ).rejects.toThrow('permission denied');
  await expect(
    server.database.asOrganisation(team.organisation, ({ client }) => client.query('delete from acts')),
  ).rejects.toThrow('permission denied');
});
