import { beforeEach, describe, expect, test } from 'vitest';
import type { Role } from '../../src/route/caller.ts';
import {
  ask,
  asTwo,
  createTeam,
  enrol,
  hasPlugin,
  type Team,
  type TestAgent,
  type TestServer,
} from '../harness.ts';
import { onServer } from '../on-server.ts';
import { question } from '../question.ts';

/** What an admin of one project tried in a trial, and what a viewer of one project was shown there. */

interface Person {
  readonly person: string;
  readonly token: string;
}

let server: TestServer;
let team: Team;
let sandbox: string;
let shopAgent: TestAgent;
let paul: Person;
let vera: Person;
let teams = 0;

onServer((made) => {
  server = made;
});

beforeEach(async () => {
  team = await createTeam(server, `acme-${++teams}`);
  sandbox = await project('sandbox');
  shopAgent = await enrol(server, team.enrolment, 'agent of the shop');
  paul = await inProject('paul@acme.example', 'admin', sandbox);
  vera = await inProject('vera@acme.example', 'viewer', sandbox);
});

async function project(name: string): Promise<string> {
  return (await ask(server, 'POST /v1/projects', { token: team.token('admin'), body: { name } })).json.id;
}

async function inProject(email: string, role: Role, to: string): Promise<Person> {
  const made = await server.operator.addPerson({ organisation: team.name, email, roles: [role] });
  const { status } = await asTwo(server, team, [
    `PUT /v1/people/${made.person}/roles`,
    { roles: [{ role, project: to }] },
  ]);
  expect(status).toBeLessThan(205);
  return made;
}

function idOf(who: string): string {
  return team.people[who]?.person ?? '';
}

async function rolesOf(person: string): Promise<unknown> {
  const { json } = await ask(server, 'GET /v1/people', { token: team.token('admin') });
  return json.people.find(({ id }: { id: string }) => id === person).roles;
}

describe('an admin of one project', () => {
  test('does not become admin of the organisation, nor take that from others', async () => {
    const before = [await rolesOf(paul.person), await rolesOf(idOf('admin'))];
    const everything = ['admin', 'approver', 'author'].map((role) => ({ role, project: null }));
    for (const { person, roles } of [
      { person: paul.person, roles: everything },
      { person: idOf('admin'), roles: [] },
      { person: vera.person, roles: [{ role: 'admin', project: sandbox }] },
    ]) {
      const { status } = await ask(server, `PUT /v1/people/${person}/roles`, {
        token: paul.token,
        body: { roles },
      });
      expect(status).toBe(403);
    }
    expect(
      (await ask(server, 'POST /v1/projects', { token: paul.token, body: { name: 'mine' } })).status,
    ).toBe(403);
    expect([await rolesOf(paul.person), await rolesOf(idOf('admin'))]).toEqual(before);
  });

  test('disables and enables nobody, and reads and ends no tokens and sessions of others', async () => {
    const tried = ['POST disable', 'POST enable', 'GET tokens', 'GET sessions'];
    for (const what of [...tried, ...(hasPlugin('passkeys') ? ['GET passkeys'] : [])]) {
      const [method, word] = what.split(' ');
      const path = `${method} /v1/people/${idOf('viewer')}/${word}`;
      expect([what, (await ask(server, path, { token: paul.token })).status]).toEqual([what, 403]);
    }
    const { json } = await ask(server, 'GET /v1/tokens', { token: team.token('viewer') });
    const revoke = `DELETE /v1/tokens/${json.tokens[0].id}`;
    expect((await ask(server, revoke, { token: paul.token })).status).toBe(404);
    expect((await ask(server, 'GET /v1/me', { token: team.token('viewer') })).status).toBe(200);
  });

  test('stops no agent of another project', async () => {
    expect((await ask(server, `POST /v1/agents/${shopAgent.id}/revoke`, { token: paul.token })).status).toBe(
      404,
    );
    const body = { what: 'agent', id: shopAgent.id, reason: 'mine' };
    expect((await ask(server, 'PUT /v1/freeze', { token: paul.token, body })).status).toBe(404);
    expect((await shopAgent.ask('POST /v1/agent/approvals', { body: question() })).status).toBe(201);
  });

  test('stops those of the own project', async () => {
    const made = await ask(server, 'POST /v1/enrolments', {
      token: paul.token,
      body: { project: sandbox, owner: vera.person, uses: 1, minutes: 5 },
    });
    const agent = await enrol(server, made.json.token);
    const body = { what: 'agent', id: agent.id, reason: 'a test' };
    expect((await ask(server, 'PUT /v1/freeze', { token: paul.token, body })).status).toBe(204);
    expect((await ask(server, `POST /v1/agents/${agent.id}/revoke`, { token: paul.token })).status).toBe(204);
    expect((await agent.ask('GET /v1/agent/evidence')).status).toBe(401);
  });

  test.each([
    'GET /v1/acts',
    'GET /v1/hooks',
    'GET /v1/deliveries?state=sent',
    'GET /v1/entries?from=2020-01-01&to=2100-01-01',
  ])('does not read %s', async (what) => {
    expect((await ask(server, what, { token: paul.token })).status).toBe(403);
  });
});

test('who may write in one project and look at another changes nothing there', async () => {
  const both = await inProject('both@acme.example', 'author', sandbox);
  await asTwo(server, team, [
    `PUT /v1/people/${both.person}/roles`,
    {
      roles: [
        { role: 'author', project: sandbox },
        { role: 'viewer', project: team.project },
      ],
    },
  ]);
  const body = { text: 'deny: [Bash]', note: 'planted' };
  const add = (to: string): Promise<{ status: number }> =>
    ask(server, `POST /v1/projects/${to}/policies`, { token: both.token, body });
  expect([(await add(team.project)).status, (await add(sandbox)).status]).toEqual([403, 201]);
});

describe('a viewer of one project', () => {
  test('sees neither other projects, nor their agents, nor people', async () => {
    const { json: projects } = await ask(server, 'GET /v1/projects', { token: vera.token });
    expect(projects.projects.map(({ name }: { name: string }) => name)).toEqual(['sandbox']);
    const { json: agents } = await ask(server, 'GET /v1/agents', { token: vera.token });
    expect(agents.agents).toEqual([]);
    const named = await ask(server, `GET /v1/agents?project=${team.project}`, { token: vera.token });
    expect(named.json.agents).toEqual([]);
    expect((await ask(server, 'GET /v1/people', { token: vera.token })).status).toBe(403);
  });

  test('sees figures of the own project alone', async () => {
    await shopAgent.ask('POST /v1/agent/approvals', { body: question() });
    const figures = 'GET /v1/approvals/figures/7';
    expect((await ask(server, figures, { token: vera.token })).json.asked).toBe(0);
    expect((await ask(server, figures, { token: team.token('viewer') })).json.asked).toBe(1);
  });

  test('learns nothing of approval rules for other projects', async () => {
    for (const to of [null, sandbox, team.project])
      await ask(server, 'POST /v1/approval-rules', {
        token: team.token('admin'),
        body: { project: to, rule: '*', quorum: 1, answerMinutes: 5, escalateMinutes: null },
      });
    const { json } = await ask(server, 'GET /v1/approval-rules', { token: vera.token });
    const seen = json.rules.map((rule: { project: string | null }) => rule.project);
    expect(new Set(seen)).toEqual(new Set([null, sandbox]));
  });
});

test('an admin of one project is shown who has a role there, and no other role of theirs', async () => {
  await asTwo(server, team, [
    `PUT /v1/people/${vera.person}/roles`,
    {
      roles: [
        { role: 'viewer', project: sandbox },
        { role: 'approver', project: team.project },
      ],
    },
  ]);
  const { json } = await ask(server, 'GET /v1/people', { token: paul.token });
  const seen = json.people.map(({ email, roles }: { email: string; roles: unknown }) => [email, roles]);
  expect(new Map(seen)).toEqual(
    new Map([
      ['paul@acme.example', [{ role: 'admin', project: sandbox }]],
      ['vera@acme.example', [{ role: 'viewer', project: sandbox }]],
    ]),
  );
});

test('people are paged through, however many there are', async () => {
  const all = await ask(server, 'GET /v1/people', { token: team.token('admin') });
  const [first, ...rest] = all.json.people.map(({ id }: { id: string }) => id);
  const { json } = await ask(server, `GET /v1/people?after=${first}`, { token: team.token('admin') });
  expect(json.people.map(({ id }: { id: string }) => id)).toEqual(rest);
});
