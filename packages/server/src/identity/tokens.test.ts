import { describe, expect, test } from 'vitest';
import {
  ask,
  enrol,
  inspect,
  type Answered,
  type Team,
  type TestAgent,
  type TestServer,
} from '../../test/harness.ts';
import { onTeams } from '../../test/on-server.ts';

let server: TestServer;
let team: Team;
let agent: TestAgent;

onTeams(
  (made) => {
    ({ server, team, agent } = made);
  },
  { second: ['admin'] },
);

interface Made {
  readonly id: string;
  readonly token: string;
  readonly expiresAt: string;
}

async function tokenWith(token: string, change: object = {}): Promise<Made> {
  const body = { name: 'a child', roles: ['admin'], days: 1, ...change };
  const { status, json } = await ask(server, 'POST /v1/tokens', { token, body });
  expect(status).toBe(201);
  return json;
}

async function isLetIn(token: string): Promise<boolean> {
  return (await ask(server, 'GET /v1/me', { token })).status === 200;
}

function asAdmin(what: string, body?: unknown): Promise<Answered> {
  return ask(server, what, { token: team.token('admin'), ...(body === undefined ? {} : { body }) });
}

async function sessionWith(token: string): Promise<string> {
  const { headers } = await ask(server, 'POST /v1/sign-in/token', {
    body: { token },
    headers: { origin: server.url },
  });
  return /^[^;]+/.exec(headers.get('set-cookie') ?? '')?.[0] ?? '';
}

async function enrolment(token: string, change: object = {}): Promise<Made> {
  const owner = team.people['owner']?.person;
  const body = { project: team.project, owner, uses: 5, minutes: 60 * 24 * 30, ...change };
  const { status, json } = await ask(server, 'POST /v1/enrolments', { token, body });
  expect(status).toBe(201);
  return json;
}

describe('what is made with a token', () => {
  test('never lasts longer than it: neither a token, nor an enrolment token, nor through a session', async () => {
    const parent = await tokenWith(team.token('admin'), { days: 2 });
    const child = await tokenWith(parent.token, { days: 366 });
    expect(child.expiresAt).toBe(parent.expiresAt);
    expect((await enrolment(parent.token)).expiresAt).toBe(parent.expiresAt);
    const cookie = await sessionWith(parent.token);
    const { json } = await ask(server, 'GET /v1/session', { headers: { cookie } });
    const bySession = await ask(server, 'POST /v1/tokens', {
      headers: { cookie, 'permesso-csrf': json.csrf },
      body: { name: 'from a browser', roles: [], days: 366 },
    });
    expect(bySession.json.expiresAt).toBe(parent.expiresAt);
  });

  test('may be shorter', async () => {
    const parent = await tokenWith(team.token('admin'), { days: 5 });
    const child = await tokenWith(parent.token, { days: 1 });
    expect(Date.parse(child.expiresAt)).toBeLessThan(Date.parse(parent.expiresAt));
  });

  test('never has more than it', async () => {
    const viewer = await tokenWith(team.token('admin'), { roles: ['viewer'] });
    const body = { name: 'more', roles: ['admin'], days: 1 };
    expect((await ask(server, 'POST /v1/tokens', { token: viewer.token, body })).status).toBe(403);
  });

  test('ends when it is revoked, however many lie between', async () => {
    const parent = await tokenWith(team.token('admin'));
    const child = await tokenWith(parent.token);
    const grandchild = await tokenWith(child.token);
    const cookie = await sessionWith(grandchild.token);
    const enrolling = await enrolment(grandchild.token);
    const sibling = await tokenWith(team.token('admin'));
    await enrol(server, enrolling.token);
    expect(await isLetIn(grandchild.token)).toBe(true);
    expect((await asAdmin(`DELETE /v1/tokens/${parent.id}`)).status).toBe(204);
    for (const { token } of [parent, child, grandchild]) expect(await isLetIn(token)).toBe(false);
    expect((await ask(server, 'GET /v1/me', { headers: { cookie } })).status).toBe(401);
    await expect(enrol(server, enrolling.token)).rejects.toThrow('403');
    expect(await isLetIn(sibling.token)).toBe(true);
    const { json } = await asAdmin('GET /v1/tokens');
    const states = new Map(json.tokens.map((each: { id: string; state: string }) => [each.id, each.state]));
    expect([parent, child, grandchild, sibling].map(({ id }) => states.get(id))).toEqual([
      'revoked',
      'revoked',
      'revoked',
      'valid',
    ]);
  });
});

test.each(['/v1/approvals/events', '/api/live'])(
  'what goes on at %s ends soon after the token',
  async (path) => {
    const made = await tokenWith(team.token('admin'), { roles: [] });
    const response = await fetch(server.url + path, { headers: { authorization: `Bearer ${made.token}` } });
    expect(response.status).toBe(200);
    await asAdmin(`DELETE /v1/tokens/${made.id}`);
    // Ends on its own; where it did not, this would wait until the test is given up.
    expect(await response.text()).toMatch(/event: (?:tick|inbox)/);
  },
  30_000,
);

describe('an admin of the organisation', () => {
  test('lists and ends tokens and sessions of others', async () => {
    const person = team.people['viewer']?.person ?? '';
    const cookie = await sessionWith(team.token('viewer'));
    const sessions = await asAdmin(`GET /v1/people/${person}/sessions`);
    const tokens = await asAdmin(`GET /v1/people/${person}/tokens`);
    expect([sessions.json.sessions.length, tokens.json.tokens.length]).toEqual([1, 1]);
    expect(JSON.stringify([sessions.json, tokens.json])).not.toMatch(/pm[st]_|hash/);
    expect((await asAdmin(`DELETE /v1/sessions/${sessions.json.sessions[0].id}`)).status).toBe(204);
    expect((await ask(server, 'GET /v1/me', { headers: { cookie } })).status).toBe(401);
    expect((await asAdmin(`DELETE /v1/tokens/${tokens.json.tokens[0].id}`)).status).toBe(204);
    expect(await isLetIn(team.token('viewer'))).toBe(false);
    const { json } = await asAdmin('GET /v1/acts');
    expect(json.acts.slice(0, 2).map(({ act }: { act: string }) => act)).toEqual([
      'token.revoke',
      'session.end',
    ]);
  });

  test('lists and revokes enrolment tokens', async () => {
    const made = await enrolment(team.token('admin'));
    const { json } = await asAdmin('GET /v1/enrolments');
    expect(json.enrolments).toContainEqual(
      expect.objectContaining({
        id: made.id,
        state: 'valid',
        usesLeft: 5,
        madeBy: team.people['admin']?.person,
      }),
    );
    expect((await asAdmin(`DELETE /v1/enrolments/${made.id}`)).status).toBe(204);
    await expect(enrol(server, made.token)).rejects.toThrow('403');
    const after = await asAdmin('GET /v1/enrolments');
    expect(after.json.enrolments.find(({ id }: { id: string }) => id === made.id).state).toBe('revoked');
  });
});

describe('somebody who is disabled', () => {
  test('enrols nobody, by any enrolment token of theirs, and none is made for them', async () => {
    const owner = team.people['owner']?.person ?? '';
    const made = await enrolment(team.token('admin'));
    await asAdmin(`POST /v1/people/${owner}/disable`);
    await expect(enrol(server, made.token)).rejects.toThrow('403');
    // Nor where the token itself still counts.
    await inspect(server.databaseUrl, 'update enrolments set revoked_at = null where id = $1', [made.id]);
    await expect(enrol(server, made.token)).rejects.toThrow('403');
    const body = { project: team.project, owner, uses: 1, minutes: 5 };
    expect((await asAdmin('POST /v1/enrolments', body)).status).toBe(404);
  });

  test('is enabled again with the old roles and without the old tokens; their agents go on', async () => {
    const owner = team.people['owner']?.person ?? '';
    const old = await enrolment(team.token('admin'));
    await asAdmin(`POST /v1/people/${owner}/disable`);
    expect((await agent.ask('GET /v1/agent/evidence')).status).toBe(401);
    expect((await asAdmin(`POST /v1/people/${owner}/enable`)).status).toBe(204);
    expect((await asAdmin(`POST /v1/people/${owner}/enable`)).status).toBe(409);
    expect((await agent.ask('GET /v1/agent/evidence')).status).not.toBe(401);
    expect(await isLetIn(team.token('owner'))).toBe(false);
    await expect(enrol(server, old.token)).rejects.toThrow('403');
    const { json } = await asAdmin('GET /v1/people');
    const { roles, disabledAt } = json.people.find(({ id }: { id: string }) => id === owner);
    expect(disabledAt).toBeNull();
    expect(roles.map(({ role }: { role: string }) => role)).toEqual(['approver', 'viewer']);
  });

  test('takes the enrolment tokens with them that they made', async () => {
    const made = await enrolment(team.token('second'));
    await inspect(server.databaseUrl, "update enrolments set lineage = '{}' where id = $1", [made.id]);
    await asAdmin(`POST /v1/people/${team.people['second']?.person}/disable`);
    await expect(enrol(server, made.token)).rejects.toThrow('403');
  });
});

describe('somebody stays admin', () => {
  test('when two admins disable each other at once', async () => {
    const [one, two] = [team.people['admin'], team.people['second']];
    const found = await Promise.all([
      ask(server, `POST /v1/people/${two?.person}/disable`, { token: one?.token ?? '' }),
      ask(server, `POST /v1/people/${one?.person}/disable`, { token: two?.token ?? '' }),
    ]);
    expect(found.filter(({ status }) => status === 204).length).toBe(1);
    const letIn = [await isLetIn(one?.token ?? ''), await isLetIn(two?.token ?? '')];
    expect(letIn.filter(Boolean).length).toBe(1);
  });

  test('when the other admin is disabled', async () => {
    await asAdmin(`POST /v1/people/${team.people['second']?.person}/disable`);
    const path = `PUT /v1/people/${team.people['admin']?.person}/roles`;
    expect((await asAdmin(path, { roles: [] })).status).toBe(409);
  });
});

describe('names', () => {
  test.each([
    ['turns the direction', 'agent\u202Etxt.exe'],
    ['isolates', 'agent\u2066x\u2069'],
    ['is invisible', 'ag\u200Bent'],
    ['is a control character', 'agent\u0085'],
    ['ends a line', 'agent\u2028'],
  ])('are refused with a character that %s', async (_what, name) => {
    const made = await ask(server, 'POST /v1/tokens', {
      token: team.token('admin'),
      body: { name, roles: [], days: 1 },
    });
    expect(made.status).toBe(400);
    await expect(enrol(server, team.enrolment, name)).rejects.toThrow('400');
  });

  test.each(['Zoë’s laptop', 'مختبر', 'क्‍ष', '👩‍💻'])('%s is one', async (name) => {
    const { id } = await enrol(server, team.enrolment, name);
    const { json } = await asAdmin('GET /v1/agents');
    expect(json.agents).toContainEqual(expect.objectContaining({ id, name }));
  });
});
