import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import {
  ask,
  asTwo,
  createTeam,
  inspect,
  startTestServer,
  type Answered,
  type Team,
  type TestServer,
} from '../../../test/harness.ts';
import { client, startProvider, type IdentityProvider } from '../../../test/identity-provider.ts';
import { readGroups } from './read-groups.ts';

interface Role {
  readonly role: string;
  readonly project: string | null;
}

interface Shown {
  readonly id: string;
  readonly roles: readonly Role[];
  readonly groupRoles: readonly (Role & { readonly source: string; readonly group: string })[];
}

let server: TestServer;
let provider: IdentityProvider;
let other: IdentityProvider;
let team: Team;
let teams = 0;

beforeAll(async () => {
  server = await startTestServer({ settings: { webhookHosts: ['localhost'] } });
  provider = await startProvider(`${server.url}/v1/sign-in/callback`);
  other = await startProvider(`${server.url}/v1/sign-in/callback`, { isShort: true });
});

afterAll(async () => {
  provider.end();
  other.end();
  await server.end();
});

const groups = { claim: 'groups', scope: 'groups' };

beforeEach(async () => {
  team = await createTeam(server, `team-${++teams}`);
  provider.groups.clear();
  other.groups.clear();
  await setProvider(provider);
  await trust(provider);
});

/** Confirmed by the author, where it takes two. */
async function asAdmin(what: string, body?: unknown): Promise<Answered> {
  return await asTwo(server, team, [what, body]);
}

async function setProvider({ issuer }: IdentityProvider, more: object = { groups }): Promise<number> {
  return (await asAdmin('PUT /v1/identity-provider', { issuer, ...client, ...more })).status;
}

async function trust({ issuer }: IdentityProvider): Promise<void> {
  await server.operator.trustIssuer({ organisation: team.name, issuer, domain: 'acme.example' });
}

async function map(
  ...mappings: readonly (readonly [group: string, role: string, project?: string])[]
): Promise<number> {
  const rows = mappings.map(([group, role, project = null]) => ({ group, role, project }));
  return (await asAdmin('PUT /v1/group-roles', { mappings: rows })).status;
}

/** Signs in as somebody of these groups, and tells who they are by then. */
async function signIn(
  login: string,
  named?: unknown,
  at = provider,
): Promise<{ browser: Browser; person: Shown }> {
  if (named === undefined) at.groups.delete(login);
  else at.groups.set(login, named);
  const browser = new Browser(server);
  const { status } = await browser.signIn(login, team.name);
  expect(status).toBe(303);
  const [row] = await inspect<{ id: string }>(
    server.databaseUrl,
    'select id from people where organisation = $1 and issuer = $2 and subject = $3',
    [team.organisation, at.issuer, login],
  );
  return { browser, person: await shown(row?.id) };
}

async function shown(id: string | undefined): Promise<Shown> {
  const { json } = await asAdmin('GET /v1/people');
  const found = (json.people as readonly Shown[]).find((person) => person.id === id);
  if (found === undefined) throw new Error(`nobody has the identifier ${id}`);
  return found;
}

async function acts(wanted = 'person.group-roles'): Promise<readonly Answered['json'][]> {
  const { json } = await asAdmin('GET /v1/acts');
  return json.acts.filter(({ act }: { act: string }) => act === wanted);
}

const inGroup = (group: string, role: string, project: string | null = null): object => ({
  role,
  project,
  source: 'sign-in',
  group,
});

describe('at sign-in', () => {
  test('mapped groups give roles in the organisation and in a project, and others give nothing', async () => {
    await map(['security', 'approver'], ['shop', 'author', team.project]);
    const { browser, person } = await signIn('anna', ['security', 'shop', 'admin', 'constructor']);
    expect(person.roles).toEqual([]);
    expect(person.groupRoles).toEqual([
      inGroup('security', 'approver'),
      inGroup('shop', 'author', team.project),
    ]);
    expect((await browser.ask('GET /v1/me')).json.roles).toEqual(
      expect.arrayContaining([
        { role: 'approver', project: null },
        { role: 'author', project: team.project },
      ]),
    );
    expect(await acts()).toMatchObject([
      {
        actor: 'server',
        subject: person.id,
        detail: {
          source: 'sign-in',
          given: expect.arrayContaining([{ group: 'security', role: 'approver', project: null }]),
          taken: [],
        },
      },
    ]);
  });

  test('a role goes with its group, by the next sign-in, and every earlier session loses it', async () => {
    await map(['security', 'approver'], ['shop', 'author', team.project]);
    const { browser } = await signIn('anna', ['security', 'shop']);
    const { person } = await signIn('anna', ['shop']);
    expect(person.groupRoles).toEqual([inGroup('shop', 'author', team.project)]);
    expect((await browser.ask('GET /v1/me')).json.roles).toEqual([{ role: 'author', project: team.project }]);
    await signIn('anna', undefined);
    expect((await shown(person.id)).groupRoles).toEqual([]);
    expect((await acts()).map(({ detail }) => detail.taken.length)).toEqual([1, 1, 0]);
  });

  test('what was given by hand stays, also where a group gave the same', async () => {
    await map(['security', 'approver']);
    const { person } = await signIn('anna', ['security']);
    await asAdmin(`PUT /v1/people/${person.id}/roles`, { roles: [{ role: 'approver', project: null }] });
    const { browser, person: after } = await signIn('anna', []);
    expect([after.roles, after.groupRoles]).toEqual([[{ role: 'approver', project: null }], []]);
    expect((await browser.ask('GET /v1/me')).json.roles).toEqual([{ role: 'approver', project: null }]);
  });

  test('to set the roles that were given by hand takes nothing that a group gives, and gives it only once', async () => {
    await map(['security', 'approver']);
    const { browser, person } = await signIn('anna', ['security']);
    await asAdmin(`PUT /v1/people/${person.id}/roles`, { roles: [{ role: 'approver', project: null }] });
    expect((await browser.ask('GET /v1/me')).json.roles).toEqual([{ role: 'approver', project: null }]);
    await asAdmin(`PUT /v1/people/${person.id}/roles`, { roles: [] });
    expect((await shown(person.id)).groupRoles).toEqual([inGroup('security', 'approver')]);
  });

  test('a sign-in that changes nothing leaves no act', async () => {
    await map(['security', 'approver']);
    await signIn('anna', ['security']);
    await signIn('anna', ['security']);
    expect(await acts()).toHaveLength(1);
  });

  test('an operator-made person has the roles of both', async () => {
    await map(['security', 'approver']);
    const made = { organisation: team.name, email: 'carla@acme.example', roles: ['viewer'] } as const;
    const { person } = await server.operator.addPerson(made);
    await signIn('carla', ['security']);
    const { roles, groupRoles } = await shown(person);
    expect([roles, groupRoles]).toEqual([
      [{ role: 'viewer', project: null }],
      [inGroup('security', 'approver')],
    ]);
  });

  test('a provider that keeps its ID token short is asked for the groups', async () => {
    await setProvider(other);
    await trust(other);
    await map(['security', 'approver']);
    expect((await signIn('anna', ['security'], other)).person.groupRoles).toEqual([
      inGroup('security', 'approver'),
    ]);
  });

  test.each([
    ['one name instead of a list', 'security', 1],
    ['names in other letters', ['Security', 'SECURITY', ' security'], 0],
    ['what is not a name', [{ name: 'security' }, 7, null, ['security']], 0],
  ])('%s', async (_what, named, count) => {
    await map(['security', 'approver']);
    expect((await signIn('anna', named)).person.groupRoles).toHaveLength(count);
  });
});

describe('a provider that is not trusted gives no roles', () => {
  test('although an admin chose it and mapped its groups', async () => {
    await setProvider(other);
    await map(['security', 'admin']);
    const { person } = await signIn('eve', ['security'], other);
    expect(person.groupRoles).toEqual([]);
    expect((await asAdmin('GET /v1/group-roles')).json.signIn).toEqual({
      issuer: other.issuer,
      claim: 'groups',
      scope: 'groups',
      trusted: false,
    });
    expect((await acts('session.begin'))[0].detail.groups).toMatch('does not trust this issuer');
  });

  test('nor one without a claim for groups', async () => {
    await setProvider(provider, {});
    await map(['security', 'admin']);
    expect((await signIn('eve', ['security'])).person.groupRoles).toEqual([]);
    expect((await asAdmin('GET /v1/group-roles')).json.signIn).toBeNull();
  });

  test('what it gave ends when the operator trusts it no more', async () => {
    await map(['security', 'approver']);
    const { browser, person } = await signIn('anna', ['security']);
    await server.operator.untrustIssuer({
      organisation: team.name,
      issuer: provider.issuer,
      domain: 'acme.example',
    });
    expect((await browser.ask('GET /v1/me')).status).toBe(403);
    expect((await signIn('anna', ['security'])).person.groupRoles).toEqual([]);
    expect((await acts())[0]).toMatchObject({ actor: 'operator', subject: person.id, detail: { given: [] } });
  });

  test('and when the organisation has another one', async () => {
    await map(['security', 'approver']);
    const { browser } = await signIn('anna', ['security']);
    await setProvider(other);
    expect((await browser.ask('GET /v1/me')).status).toBe(401);
    expect((await acts())[0].detail.taken).toEqual([{ group: 'security', role: 'approver', project: null }]);
  });
});

describe('the mapping', () => {
  test('is replaced as a whole, on record, and what a group gives no more ends at once', async () => {
    await map(['security', 'approver'], ['shop', 'author', team.project]);
    const { browser, person } = await signIn('anna', ['security', 'shop']);
    await map(['shop', 'author', team.project], ['shop', 'viewer']);
    expect((await shown(person.id)).groupRoles).toEqual([
      inGroup('shop', 'author', team.project),
      inGroup('shop', 'viewer'),
    ]);
    expect((await browser.ask('GET /v1/me')).json.roles).not.toContainEqual({
      role: 'approver',
      project: null,
    });
    expect((await asAdmin('GET /v1/group-roles')).json.mappings).toHaveLength(2);
    expect((await acts('group-roles.put'))[0]).toMatchObject({
      actor: `person:${team.people['author']?.person}`,
      detail: {
        askedBy: team.people['admin']?.person,
        added: [{ group: 'shop', role: 'viewer', project: null }],
        removed: [{ group: 'security', role: 'approver', project: null }],
      },
    });
  });

  test('names no project of another organisation', async () => {
    const elsewhere = await createTeam(server, `team-${++teams}`);
    expect(await map(['shop', 'author', elsewhere.project])).toBe(404);
    expect((await asAdmin('GET /v1/group-roles')).json.mappings).toEqual([]);
  });

  test('of one organisation gives nothing in another', async () => {
    await map(['security', 'approver']);
    team = await createTeam(server, `team-${++teams}`);
    await setProvider(provider);
    await trust(provider);
    expect((await signIn('anna', ['security'])).person.groupRoles).toEqual([]);
  });
});

describe('the last admin', () => {
  /** Nobody but Anna is admin, by her group. */
  async function annaAlone(): Promise<{ browser: Browser; person: Shown }> {
    await map(['admins', 'admin']);
    const anna = await signIn('anna', ['admins']);
    const roles = { roles: [{ role: 'viewer', project: null }] };
    expect((await asAdmin(`PUT /v1/people/${team.people['admin']?.person}/roles`, roles)).status).toBe(204);
    return anna;
  }

  const groupRolesOf = (person: string): Promise<readonly object[]> =>
    inspect(
      server.databaseUrl,
      "select role, group_name from roles where person = $1 and source = 'sign-in'",
      [person],
    );

  test('stays admin when the group is gone: on record, until somebody else is', async () => {
    const { person } = await annaAlone();
    provider.groups.set('anna', []);
    const browser = new Browser(server);
    expect((await browser.signIn('anna', team.name)).status).toBe(303);
    expect(await groupRolesOf(person.id)).toEqual([{ role: 'admin', group_name: 'admins' }]);
    const { json } = await browser.ask('GET /v1/acts');
    expect(json.acts.find(({ act }: { act: string }) => act === 'person.group-roles')).toMatchObject({
      subject: person.id,
      detail: { taken: [], kept: [{ group: 'admins', role: 'admin', project: null }] },
    });
    await server.operator.addPerson({ organisation: team.name, email: 'new@acme.example', roles: ['admin'] });
    await new Browser(server).signIn('anna', team.name);
    expect(await groupRolesOf(person.id)).toEqual([]);
  });

  test('cannot remove the mapping that makes them admin, nor the provider, nor disable themselves', async () => {
    const { browser, person } = await annaAlone();
    const { issuer } = other;
    for (const [what, body] of [
      ['PUT /v1/group-roles', { mappings: [] }],
      ['PUT /v1/identity-provider', { issuer, ...client }],
    ] as const) {
      const { json } = await browser.ask(what, body);
      const path = `POST /v1/pending-acts/${json.pending}/confirm`;
      expect((await ask(server, path, { token: team.token('author') })).status).toBe(409);
    }
    expect((await browser.ask(`POST /v1/people/${person.id}/disable`)).status).toBe(409);
    expect(await groupRolesOf(person.id)).toEqual([{ role: 'admin', group_name: 'admins' }]);
    expect((await browser.ask('GET /v1/group-roles')).json.mappings).toHaveLength(1);
  });

  test('to remove a mapping leaves what was added until somebody confirmed it', async () => {
    await map(['security', 'approver'], ['platform', 'author']);
    const put = (...rows: readonly (readonly [group: string, role: string])[]): Promise<Answered> =>
      ask(server, 'PUT /v1/group-roles', {
        token: team.token('admin'),
        body: { mappings: rows.map(([group, role]) => ({ group, role, project: null })) },
      });
    const { json } = await put(['platform', 'author']);
    await put(['security', 'approver'], ['platform', 'author'], ['leads', 'admin']);
    const path = `POST /v1/pending-acts/${json.pending}/confirm`;
    expect((await ask(server, path, { token: team.token('author') })).status).toBe(200);
    const { mappings } = (await asAdmin('GET /v1/group-roles')).json;
    expect(mappings.map(({ group }: { group: string }) => group).toSorted()).toEqual(['leads', 'platform']);
  });

  test('two who lose it at one moment leave one', async () => {
    await map(['admins', 'admin']);
    const people = await Promise.all(['anna', 'bert'].map((login) => signIn(login, ['admins'])));
    const { person: hand } = team.people['admin'] ?? { person: '' };
    expect((await asAdmin(`PUT /v1/people/${hand}/roles`, { roles: [] })).status).toBe(204);
    for (const login of ['anna', 'bert']) provider.groups.set(login, []);
    await Promise.all(['anna', 'bert'].map((login) => new Browser(server).signIn(login, team.name)));
    const left = await Promise.all(people.map(({ person }) => groupRolesOf(person.id)));
    expect(left.flat()).toHaveLength(1);
  });
});

test.each([
  [{ groups: ['a', 'a', 'b'] }, { names: ['a', 'b'] }],
  [{}, undefined],
  [{ _claim_names: { groups: 'src1' } }, { names: [], problem: expect.stringMatching('only refers') }],
  [
    { groups: Array.from({ length: 2001 }, String) },
    { names: [], problem: expect.stringMatching('more than') },
  ],
  [{ groups: ['', 'x'.repeat(501), 'a\u0000b'] }, { names: [] }],
])('a claim is read: %#', (claims, found) => {
  expect(readGroups(claims, 'groups')).toEqual(found);
});
