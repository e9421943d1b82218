import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Browser } from '../../../test/browser.ts';
import {
  ask,
  asTwo,
  createTeam,
  enrol,
  inspect,
  startTestServer,
  type Answered,
  type Team,
  type TestServer,
} from '../../../test/harness.ts';
import { client, startProvider, type IdentityProvider } from '../../../test/identity-provider.ts';

const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

let server: TestServer;
let provider: IdentityProvider;
let team: Team;
let token: string;
let teams = 0;

beforeAll(async () => {
  server = await startTestServer({ settings: { webhookHosts: ['localhost'] } });
  provider = await startProvider(`${server.url}/v1/sign-in/callback`);
});

afterAll(async () => {
  provider.end();
  await server.end();
});

beforeEach(async () => {
  team = await createTeam(server, `team-${++teams}`);
  ({ token = '' } = await server.command('add-scim-token', [team.name]));
});

async function scim(what: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answered> {
  const [method = '', path = ''] = what.split(/ (.*)/s);
  const sent = body === undefined ? {} : { body };
  return await ask(server, `${method} /scim/v2${encodeURI(path)}`, {
    token,
    ...sent,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }), ...headers },
  });
}

/** Confirmed by the author, where it takes two. */
async function asAdmin(what: string, body?: unknown): Promise<Answered> {
  return await asTwo(server, team, [what, body]);
}

const patch = (...operations: readonly object[]): object => ({ schemas: [patchOp], Operations: operations });

async function add(userName = `${randomUUID()}@acme.example`, more: object = {}): Promise<string> {
  const { status, json } = await scim('POST /Users', { schemas: [userSchema], userName, ...more });
  expect(status).toBe(201);
  return json.id as string;
}

async function rolesOf(id: string): Promise<readonly object[]> {
  return await inspect(
    server.databaseUrl,
    'select role, project, source, group_name as group from roles where person = $1 order by role',
    [id],
  );
}

async function acts(): Promise<readonly Answered['json'][]> {
  return (await asAdmin('GET /v1/acts')).json.acts;
}

function problem(status: number, scimType?: string): object {
  return {
    status,
    json: {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(status),
      ...(scimType === undefined ? {} : { scimType }),
      detail: expect.any(String),
    },
  };
}

describe('the examples of RFC 7644, in their order', () => {
  test('a user: create, get, list, replace, modify, delete', async () => {
    const made = await scim('POST /Users', {
      schemas: [userSchema],
      userName: 'bjensen',
      externalId: 'bjensen',
      name: { formatted: 'Ms. Barbara J Jensen III', familyName: 'Jensen', givenName: 'Barbara' },
      emails: [{ value: 'bjensen@acme.example' }],
    });
    const { id } = made.json;
    const location = `${server.url}/scim/v2/Users/${id}`;
    expect([made.status, made.headers.get('location'), made.headers.get('content-type')]).toEqual([
      201,
      location,
      'application/scim+json',
    ]);
    expect(made.json).toEqual({
      schemas: [userSchema],
      id,
      externalId: 'bjensen',
      userName: 'bjensen',
      name: { formatted: 'Ms. Barbara J Jensen III', familyName: 'Jensen', givenName: 'Barbara' },
      displayName: 'Ms. Barbara J Jensen III',
      emails: [{ value: 'bjensen@acme.example', type: 'work', primary: true }],
      active: true,
      groups: [],
      meta: {
        resourceType: 'User',
        created: expect.any(String),
        lastModified: expect.any(String),
        location,
        version: made.headers.get('etag'),
      },
    });
    expect((await scim(`GET /Users/${id}`)).json).toEqual(made.json);
    const listed = await scim('GET /Users?filter=userName eq "BJensen"&attributes=userName');
    expect(listed.json).toEqual({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      totalResults: 1,
      startIndex: 1,
      itemsPerPage: 1,
      Resources: [{ schemas: [userSchema], id, userName: 'bjensen' }],
    });
    const replaced = await scim(
      `PUT /Users/${id}`,
      {
        schemas: [userSchema],
        id,
        userName: 'bjensen',
        emails: [{ value: 'bj@acme.example', type: 'home' }],
      },
      { 'if-match': made.json.meta.version },
    );
    expect(replaced.status).toBe(200);
    expect(replaced.json).toMatchObject({ userName: 'bjensen', emails: [{ value: 'bj@acme.example' }] });
    expect(replaced.json).not.toHaveProperty('name');
    const changed = await scim(
      `PATCH /Users/${id}`,
      patch({
        op: 'add',
        value: { emails: [{ value: 'babs@acme.example', type: 'home' }], nickName: 'Babs' },
      }),
    );
    expect([changed.status, changed.json.emails[0].value]).toEqual([200, 'babs@acme.example']);
    expect((await scim(`DELETE /Users/${id}`)).status).toBe(204);
    expect(await scim(`GET /Users/${id}`)).toMatchObject(problem(404));
    expect(await scim(`DELETE /Users/${id}`)).toMatchObject(problem(404));
    expect((await scim('GET /Users?filter=userName eq "bjensen"')).json.totalResults).toBe(0);
  });

  test('members of a group: add, remove one, remove all, replace all', async () => {
    const [a, b, c] = await Promise.all([add(), add(), add()]);
    const made = await scim('POST /Groups', {
      schemas: [groupSchema],
      displayName: 'Tour Guides',
      members: [{ value: a, display: 'A' }],
    });
    const path = `/Groups/${made.json.id}`;
    const members = async (): Promise<readonly string[]> =>
      (await scim(`GET ${path}`)).json.members.map(({ value }: { value: string }) => value).toSorted();
    expect([made.status, await members()]).toEqual([201, [a]]);
    expect((await scim(`GET /Users/${a}`)).json.groups).toMatchObject([
      { value: made.json.id, display: 'Tour Guides' },
    ]);
    expect(
      (await scim(`PATCH ${path}`, patch({ op: 'add', path: 'members', value: [{ value: b }] }))).status,
    ).toBe(204);
    expect(await members()).toEqual([a, b].toSorted());
    await scim(`PATCH ${path}`, patch({ op: 'remove', path: `members[value eq "${a}"]` }));
    expect(await members()).toEqual([b]);
    await scim(
      `PATCH ${path}`,
      patch(
        { op: 'remove', path: `members[value eq "${b}"]` },
        { op: 'add', path: 'members', value: [{ value: c }] },
      ),
    );
    expect(await members()).toEqual([c]);
    await scim(
      `PATCH ${path}`,
      patch({ op: 'replace', path: 'members', value: [{ value: a }, { value: b }] }),
    );
    expect(await members()).toEqual([a, b].toSorted());
    await scim(`PATCH ${path}`, patch({ op: 'remove', path: 'members' }));
    expect(await members()).toEqual([]);
    await scim(`PUT ${path}`, { schemas: [groupSchema], displayName: 'Guides', members: [{ value: c }] });
    expect((await scim(`GET ${path}`)).json).toMatchObject({
      displayName: 'Guides',
      members: [{ value: c, type: 'User' }],
    });
    expect((await scim(`DELETE ${path}`)).status).toBe(204);
    expect(await scim(`GET ${path}`)).toMatchObject(problem(404));
    expect((await scim(`GET /Users/${c}`)).json.groups).toEqual([]);
  });

  test('what the service supports', async () => {
    expect((await scim('GET /ServiceProviderConfig')).json).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
      sort: { supported: false },
      etag: { supported: true },
    });
    const types = (await scim('GET /ResourceTypes')).json.Resources;
    expect(types.map(({ id, endpoint, schema }: Record<string, string>) => [id, endpoint, schema])).toEqual([
      ['User', '/Users', userSchema],
      ['Group', '/Groups', groupSchema],
    ]);
    expect((await scim('GET /ResourceTypes/User')).json.name).toBe('User');
    expect((await scim('GET /Schemas')).json.Resources.map(({ id }: { id: string }) => id)).toEqual([
      userSchema,
      groupSchema,
    ]);
    expect((await scim(`GET /Schemas/${groupSchema}`)).json.attributes).toHaveLength(3);
  });

  test('pages and versions', async () => {
    for (const name of ['p1', 'p2', 'p3']) await add(`${name}@acme.example`);
    const all = (await scim('GET /Users')).json;
    const page = (await scim(`GET /Users?startIndex=${all.totalResults - 1}&count=1`)).json;
    expect([page.totalResults, page.startIndex, page.itemsPerPage]).toEqual([
      all.totalResults,
      all.totalResults - 1,
      1,
    ]);
    expect(page.Resources[0].userName).toBe('p2@acme.example');
    expect((await scim('GET /Users?startIndex=-5&count=-1')).json).toMatchObject({
      startIndex: 1,
      itemsPerPage: 0,
      totalResults: all.totalResults,
    });
    const { id, meta } = page.Resources[0];
    expect((await scim(`GET /Users/${id}`, undefined, { 'if-none-match': meta.version })).status).toBe(304);
    const rename = patch({ op: 'replace', path: 'displayName', value: 'P' });
    expect((await scim(`PATCH /Users/${id}`, rename, { 'if-match': meta.version })).status).toBe(200);
    expect(await scim(`PATCH /Users/${id}`, rename, { 'if-match': meta.version })).toMatchObject(
      problem(412),
    );
    expect(await scim(`DELETE /Users/${id}`, undefined, { 'if-match': meta.version })).toMatchObject(
      problem(412),
    );
  });
});

describe('as Okta does it', () => {
  test('tests the connection, finds nobody, creates, updates, deactivates, activates again', async () => {
    expect((await scim('GET /Users?startIndex=1&count=2')).status).toBe(200);
    const find = 'GET /Users?filter=userName eq "test.user@okta.local"&startIndex=1&count=100';
    expect((await scim(find)).json.totalResults).toBe(0);
    const user = {
      schemas: [userSchema],
      userName: 'test.user@okta.local',
      name: { givenName: 'Test', familyName: 'User' },
      emails: [{ primary: true, value: 'test.user@okta.local', type: 'work' }],
      displayName: 'Test User',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    };
    const made = await scim('POST /Users', user);
    expect(made.status).toBe(201);
    expect(JSON.stringify(made.json)).not.toContain('1mz050nq');
    expect(await scim('POST /Users', user)).toMatchObject(problem(409, 'uniqueness'));
    const { id } = made.json;
    const put = await scim(`PUT /Users/${id}`, {
      ...user,
      id,
      name: { givenName: 'Another', familyName: 'User' },
      meta: made.json.meta,
    });
    expect(put.json.name.givenName).toBe('Another');
    const off = await scim(`PATCH /Users/${id}`, patch({ op: 'replace', value: { active: false } }));
    expect([off.status, off.json.active]).toEqual([200, false]);
    const on = await scim(`PATCH /Users/${id}`, patch({ op: 'replace', value: { active: true } }));
    expect(on.json.active).toBe(true);
  });

  test('pushes a group: by name, with id in the value, members one by one', async () => {
    const [a, b] = await Promise.all([add(), add()]);
    expect((await scim('GET /Groups?filter=displayName eq "Sales"')).json.totalResults).toBe(0);
    const { json } = await scim('POST /Groups', {
      schemas: [groupSchema],
      displayName: 'Sales',
      members: [],
    });
    const path = `/Groups/${json.id}`;
    expect(
      (await scim(`PATCH ${path}`, patch({ op: 'replace', value: { id: json.id, displayName: 'Sales 2' } })))
        .status,
    ).toBe(204);
    await scim(
      `PATCH ${path}`,
      patch(
        { op: 'remove', path: `members[value eq "${a}"]` },
        { op: 'add', path: 'members', value: [{ value: a, display: 'a' }] },
        { op: 'add', path: 'members', value: [{ value: b, display: 'b' }] },
      ),
    );
    const found = (await scim('GET /Groups?filter=displayName eq "sales 2"')).json.Resources[0];
    expect([found.displayName, found.members.length]).toEqual(['Sales 2', 2]);
    expect(await scim('POST /Groups', { displayName: 'SALES 2' })).toMatchObject(problem(409, 'uniqueness'));
  });
});

describe('as Entra ID does it', () => {
  test('users: capital operations, texts for booleans, paths with filters, an extension, soft delete and delete', async () => {
    expect((await scim(`GET /Users?filter=userName eq "${randomUUID()}"`)).json).toMatchObject({
      totalResults: 0,
      Resources: [],
    });
    const made = await scim('POST /Users?aadOptscim062020', {
      schemas: [userSchema, enterprise],
      externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
      userName: 'Test_User_ab6490ee@acme.example',
      active: true,
      emails: [{ primary: true, type: 'work', value: 'Test_User_fd0ea19b@acme.example' }],
      meta: { resourceType: 'User' },
      name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
      roles: [{ value: 'admin', primary: 'True' }],
      [enterprise]: { department: 'Sales' },
    });
    expect(made.status).toBe(201);
    const { id } = made.json;
    expect(await rolesOf(id)).toEqual([]);
    const found = await scim('GET /Users?filter=externalId eq "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef"');
    expect(found.json.Resources[0].id).toBe(id);
    const changed = await scim(
      `PATCH /Users/${id}`,
      patch(
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updated@acme.example' },
        { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
        { op: 'Add', path: `${enterprise}:department`, value: 'Support' },
        {
          op: 'Replace',
          value: { 'name.givenName': 'dotted', displayName: 'Both', [`${userSchema}:externalId`]: 'x-1' },
        },
      ),
    );
    expect(changed.json).toMatchObject({
      emails: [{ value: 'updated@acme.example' }],
      name: { familyName: 'updatedFamilyName', givenName: 'dotted' },
      displayName: 'Both',
      externalId: 'x-1',
    });
    expect(
      (await scim(`PATCH /Users/${id}`, patch({ op: 'Replace', path: 'active', value: 'False' }))).json
        .active,
    ).toBe(false);
    expect(
      (
        await scim(
          'GET /Users?filter=emails[type eq "work"].value eq "updated@acme.example" and active eq false',
        )
      ).json.totalResults,
    ).toBe(1);
    expect((await scim(`DELETE /Users/${id}`)).status).toBe(204);
  });

  test('groups: without members, a question about one member, removal by value', async () => {
    const [a, b] = await Promise.all([add(), add()]);
    const { json } = await scim('POST /Groups', {
      schemas: [groupSchema, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
      externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
      displayName: 'displayName',
      meta: { resourceType: 'Group' },
    });
    const path = `/Groups/${json.id}`;
    await scim(
      `PATCH ${path}`,
      patch({
        op: 'Add',
        path: 'members',
        value: [
          { $ref: null, value: a },
          { $ref: null, value: b },
        ],
      }),
    );
    const bare = await scim(`GET ${path}?excludedAttributes=members`);
    expect(bare.json).not.toHaveProperty('members');
    const asks = (who: string): Promise<Answered> =>
      scim(`GET /Groups?filter=id eq "${json.id}" and members eq "${who}"&attributes=id`);
    expect((await asks(a)).json.totalResults).toBe(1);
    expect(
      (
        await scim(
          `PATCH ${path}`,
          patch({ op: 'Remove', path: 'members', value: [{ $ref: null, value: a }] }),
        )
      ).status,
    ).toBe(204);
    expect((await asks(a)).json.totalResults).toBe(0);
    expect((await asks(b)).json.totalResults).toBe(1);
    await scim(`PATCH ${path}`, patch({ op: 'Replace', path: 'displayName', value: '1879db59' }));
    expect(
      (await scim('GET /Groups?excludedAttributes=members&filter=displayName eq "1879db59"')).json.Resources,
    ).toHaveLength(1);
  });
});

describe('who is disabled', () => {
  /** Signed in, with a token and an agent of their own. */
  async function signedIn(): Promise<{
    id: string;
    browser: Browser;
    own: string;
    agent: Awaited<ReturnType<typeof enrol>>;
  }> {
    await asAdmin('PUT /v1/identity-provider', { issuer: provider.issuer, ...client });
    await server.operator.trustIssuer({
      organisation: team.name,
      issuer: provider.issuer,
      domain: 'acme.example',
    });
    const id = await add('jane@acme.example');
    await asAdmin(`PUT /v1/people/${id}/roles`, { roles: [{ role: 'viewer', project: null }] });
    const browser = new Browser(server);
    expect((await browser.signIn('jane', team.name)).status).toBe(303);
    expect((await browser.ask('GET /v1/me')).json.person).toBe(id);
    const own = (await browser.ask('POST /v1/tokens', { name: 'mine', roles: [], days: 9 })).json
      .token as string;
    const enrolment = await asAdmin('POST /v1/enrolments', {
      project: team.project,
      owner: id,
      uses: 1,
      minutes: 5,
    });
    return { id, browser, own, agent: await enrol(server, enrolment.json.token) };
  }

  test('loses sessions, tokens and agents at once, and comes back without the tokens', async () => {
    const { id, browser, own, agent } = await signedIn();
    await scim(`PATCH /Users/${id}`, patch({ op: 'replace', path: 'active', value: false }));
    expect((await browser.ask('GET /v1/me')).status).toBe(401);
    expect((await ask(server, 'GET /v1/me', { token: own })).status).toBe(401);
    expect((await agent.ask('GET /v1/agent/self')).status).toBe(401);
    expect((await new Browser(server).signIn('jane', team.name)).status).toBe(403);
    await scim(`PATCH /Users/${id}`, patch({ op: 'replace', path: 'active', value: true }));
    expect((await agent.ask('GET /v1/agent/self')).status).toBe(200);
    expect((await ask(server, 'GET /v1/me', { token: own })).status).toBe(401);
    expect((await browser.ask('GET /v1/me')).status).toBe(401);
    const said = (await acts())
      .filter(({ subject }) => subject === id)
      .map(({ act, actor }) => [act, actor.slice(0, 5)]);
    expect(said).toContainEqual(['person.disable', 'scim:']);
    expect(said).toContainEqual(['person.enable', 'scim:']);
  });

  test('who was removed and comes back is the same person with nothing of what they could do', async () => {
    const { id, own, agent } = await signedIn();
    expect((await scim(`DELETE /Users/${id}`)).status).toBe(204);
    expect(await add('jane@acme.example')).toBe(id);
    expect(await rolesOf(id)).toEqual([]);
    expect((await agent.ask('GET /v1/agent/self')).status).toBe(401);
    expect((await ask(server, 'GET /v1/me', { token: own })).status).toBe(401);
  });

  test('by an admin stays so, whatever the directory sends', async () => {
    const id = await add('jane@acme.example');
    expect((await asAdmin(`POST /v1/people/${id}/disable`)).status).toBe(204);
    const put = await scim(`PUT /Users/${id}`, {
      userName: 'jane@acme.example',
      displayName: 'Jane',
      active: true,
    });
    expect([put.status, put.json.active, put.json.displayName]).toEqual([200, false, 'Jane']);
    await scim(`PATCH /Users/${id}`, patch({ op: 'replace', path: 'active', value: false }));
    expect(
      (await scim(`PATCH /Users/${id}`, patch({ op: 'replace', path: 'active', value: true }))).json.active,
    ).toBe(false);
    await scim(`DELETE /Users/${id}`);
    await add('jane@acme.example');
    expect((await scim(`GET /Users/${id}`)).json.active).toBe(false);
    expect((await asAdmin(`POST /v1/people/${id}/enable`)).status).toBe(204);
    expect((await scim(`GET /Users/${id}`)).json.active).toBe(true);
  });

  test('is not the last admin', async () => {
    const admin = team.people['admin']?.person ?? '';
    const refusal = problem(409);
    expect(
      await scim(`PATCH /Users/${admin}`, patch({ op: 'replace', path: 'active', value: false })),
    ).toMatchObject(refusal);
    expect(await scim(`DELETE /Users/${admin}`)).toMatchObject(refusal);
    expect((await asAdmin('GET /v1/me')).status).toBe(200);
  });
});

describe('groups give roles', () => {
  const mapped = (group: string, role: string, project: string | null = null): object => ({
    group,
    role,
    project,
  });

  test('by the mapping that sign-ins have, by name or by the identifier of the directory, at once', async () => {
    await asAdmin('PUT /v1/group-roles', {
      mappings: [mapped('Security', 'approver'), mapped('guid-1', 'author', team.project)],
    });
    const [a, b] = await Promise.all([add(), add()]);
    const security = (await scim('POST /Groups', { displayName: 'Security', members: [{ value: a }] })).json
      .id;
    const shop = (
      await scim('POST /Groups', {
        displayName: 'Shop',
        externalId: 'guid-1',
        members: [{ value: a }, { value: b }],
      })
    ).json.id;
    await scim('POST /Groups', { displayName: 'admin', members: [{ value: b }] });
    const approver = { role: 'approver', project: null, source: 'scim', group: 'Security' };
    const author = { role: 'author', project: team.project, source: 'scim', group: 'guid-1' };
    expect([await rolesOf(a), await rolesOf(b)]).toEqual([[approver, author], [author]]);
    await asAdmin(`PUT /v1/people/${a}/roles`, { roles: [{ role: 'approver', project: null }] });
    await scim(`PATCH /Groups/${security}`, patch({ op: 'remove', path: `members[value eq "${a}"]` }));
    expect(await rolesOf(a)).toEqual([{ ...approver, source: 'hand', group: null }, author]);
    await scim(`PATCH /Groups/${shop}`, patch({ op: 'replace', path: 'externalId', value: 'guid-2' }));
    expect([await rolesOf(a), await rolesOf(b)]).toEqual([
      [{ ...approver, source: 'hand', group: null }],
      [],
    ]);
    const found = (await acts()).filter(({ act, subject }) => act === 'person.group-roles' && subject === b);
    expect(
      found.map(({ actor, detail }) => [actor.slice(0, 5), detail.given.length, detail.taken.length]),
    ).toEqual([
      ['scim:', 0, 1],
      ['scim:', 1, 0],
    ]);
  });

  test('a change of the mapping counts for everybody in the group at once', async () => {
    const id = await add();
    const group = (await scim('POST /Groups', { displayName: 'Security', members: [{ value: id }] })).json.id;
    expect(await rolesOf(id)).toEqual([]);
    await asAdmin('PUT /v1/group-roles', { mappings: [mapped('Security', 'viewer')] });
    expect(await rolesOf(id)).toHaveLength(1);
    await asAdmin('PUT /v1/group-roles', { mappings: [] });
    expect(await rolesOf(id)).toEqual([]);
    await asAdmin('PUT /v1/group-roles', { mappings: [mapped('Security', 'viewer')] });
    expect((await scim(`DELETE /Groups/${group}`)).status).toBe(204);
    expect(await rolesOf(id)).toEqual([]);
  });

  test('the last admin keeps the role when the group loses them, on record', async () => {
    await asAdmin('PUT /v1/group-roles', { mappings: [mapped('Admins', 'admin')] });
    const id = await add();
    const group = (await scim('POST /Groups', { displayName: 'Admins', members: [{ value: id }] })).json.id;
    const hand = team.people['admin']?.person ?? '';
    await asAdmin(`PUT /v1/people/${hand}/roles`, { roles: [{ role: 'viewer', project: null }] });
    expect((await scim(`PATCH /Groups/${group}`, patch({ op: 'remove', path: 'members' }))).status).toBe(204);
    expect(await rolesOf(id)).toMatchObject([{ role: 'admin', source: 'scim' }]);
    const [found] = await inspect<{ detail: object }>(
      server.databaseUrl,
      "select detail from acts where organisation = $1 and act = 'person.group-roles' order by id desc limit 1",
      [team.organisation],
    );
    expect(found?.detail).toMatchObject({ kept: [{ group: 'Admins', role: 'admin' }] });
  });
});

describe('the token', () => {
  const state = async (): Promise<readonly string[]> =>
    (await asAdmin('GET /v1/scim-tokens')).json.tokens.map((each: { state: string }) => each.state);

  test('can do nothing else, and no other can do this', async () => {
    expect((await ask(server, 'GET /v1/me', { token })).status).toBe(403);
    expect((await ask(server, 'GET /v1/people', { token })).status).toBe(403);
    expect(
      (await ask(server, 'POST /v1/sign-in/token', { body: { token }, headers: { origin: server.url } }))
        .status,
    ).not.toBe(204);
    expect(await ask(server, 'GET /scim/v2/Users', { token: team.token('admin') })).toMatchObject(
      problem(403),
    );
    expect(await ask(server, 'GET /scim/v2/Users')).toMatchObject(problem(401));
    expect(await ask(server, 'GET /scim/v2/Users', { token: `${token.slice(0, -2)}AA` })).toMatchObject(
      problem(401),
    );
  });

  test('of an admin ends with them, with their role and with the token that it was made with', async () => {
    const make = async (by: string): Promise<string> =>
      (await ask(server, 'POST /v1/scim-tokens', { token: by, body: { name: 'Okta', days: 30 } })).json.token;
    const works = async (made: string): Promise<boolean> =>
      (await ask(server, 'GET /scim/v2/Users?count=0', { token: made })).status === 200;
    const second = await server.operator.addPerson({
      organisation: team.name,
      email: 'second@acme.example',
      roles: ['admin'],
    });
    const first = await make(second.token);
    expect(await works(first)).toBe(true);
    await asAdmin(`PUT /v1/people/${second.person}/roles`, { roles: [{ role: 'viewer', project: null }] });
    expect(await works(first)).toBe(false);
    await asAdmin(`PUT /v1/people/${second.person}/roles`, { roles: [{ role: 'admin', project: null }] });
    expect(await works(first)).toBe(true);
    const narrow = (
      await ask(server, 'POST /v1/tokens', {
        token: second.token,
        body: { name: 'n', roles: ['admin'], days: 1 },
      })
    ).json;
    const child = await make(narrow.token);
    await ask(server, `DELETE /v1/tokens/${narrow.id}`, { token: second.token });
    expect(await works(child)).toBe(false);
    await asAdmin(`POST /v1/people/${second.person}/disable`);
    await asAdmin(`POST /v1/people/${second.person}/enable`);
    expect(await works(first)).toBe(false);
    expect(await works(token)).toBe(true);
    expect(await state()).toEqual(['revoked', 'revoked', 'valid']);
  });

  test('is revoked by an admin', async () => {
    const { id } = (await asAdmin('GET /v1/scim-tokens')).json.tokens[0];
    expect((await asAdmin(`DELETE /v1/scim-tokens/${id}`)).status).toBe(204);
    expect(await scim('GET /Users')).toMatchObject(problem(401));
  });
});

describe('another organisation', () => {
  test('is never seen and never changed', async () => {
    const id = await add('jane@acme.example', { externalId: 'x' });
    const group = (await scim('POST /Groups', { displayName: 'Security', members: [{ value: id }] })).json.id;
    const elsewhere = await createTeam(server, `team-${++teams}`);
    ({ token = '' } = await server.command('add-scim-token', [elsewhere.name]));
    const mine = await add('jane@acme.example', { externalId: 'x' });
    expect(mine).not.toBe(id);
    const off = patch({ op: 'replace', path: 'active', value: false });
    for (const answer of [
      await scim(`GET /Users/${id}`),
      await scim(`PUT /Users/${id}`, { userName: 'a@acme.example' }),
      await scim(`PATCH /Users/${id}`, off),
      await scim(`DELETE /Users/${id}`),
      await scim(`GET /Groups/${group}`),
      await scim(`PUT /Groups/${group}`, { displayName: 'x' }),
      await scim(`PATCH /Groups/${group}`, patch({ op: 'remove', path: 'members' })),
      await scim(`DELETE /Groups/${group}`),
    ])
      expect(answer).toMatchObject(problem(404));
    expect(await scim('POST /Groups', { displayName: 'Mine', members: [{ value: id }] })).toMatchObject(
      problem(400, 'invalidValue'),
    );
    for (const filter of [`id eq "${id}"`, 'userName eq "jane@acme.example"', 'externalId eq "x"'])
      expect(
        (await scim(`GET /Users?filter=${filter}`)).json.Resources.map((each: { id: string }) => each.id),
      ).not.toContain(id);
    expect((await scim(`GET /Groups?filter=members eq "${id}"`)).json.totalResults).toBe(0);
    expect((await scim('GET /Users')).json.Resources.map((each: { id: string }) => each.id)).not.toContain(
      id,
    );
    const [kept] = await inspect(server.databaseUrl, 'select email, disabled_at from people where id = $1', [
      id,
    ]);
    expect(kept).toEqual({ email: 'jane@acme.example', disabled_at: null });
  });
});

describe('what is refused, as SCIM says it', () => {
  test.each([
    ['userName eq "x\' or 1=1 --"', 200],
    ['userName eq "\\" or active eq true or userName eq \\""', 200],
    ['userName eq "%"', 200],
    ['userName eq "a" or active eq true', 400],
    ['not (userName eq "a")', 400],
    ['(userName eq "a")', 400],
    ['userName co "a"', 400],
    ['userName pr', 400],
    ['userName eq', 400],
    ['userName eq a', 400],
    ['userName eq "a" and', 400],
    ['userName eq "a" and userName eq "b"', 400],
    ['password eq "a"', 400],
    ['__proto__ eq "a"', 400],
    ['emails[type eq "home"].value eq "a"', 400],
    [`userName eq "${'a'.repeat(1500)}"`, 400],
    ['userName eq "a" and '.repeat(40), 400],
    ['"', 400],
    ['', 400],
  ])('the filter %s', async (filter, status) => {
    const answer = await ask(server, `GET /scim/v2/Users?filter=${encodeURIComponent(filter)}`, { token });
    if (status === 200) expect([answer.status, answer.json.totalResults]).toEqual([200, 0]);
    else expect(answer).toMatchObject(problem(400, 'invalidFilter'));
  });

  test.each([
    ['no PATCH', { Operations: [{ op: 'add', value: {} }] }, 'invalidSyntax'],
    ['no operations', { schemas: [patchOp] }, 'invalidSyntax'],
    ['an operation of its own', patch({ op: 'move', path: 'userName', value: 'x' }), 'invalidSyntax'],
    ['an attribute that nobody has', patch({ op: 'add', path: 'shoeSize', value: 9 }), 'invalidPath'],
    ['the prototype', patch({ op: 'add', path: '__proto__', value: { active: false } }), 'invalidPath'],
    ['a path that is none', patch({ op: 'add', path: 'a[b', value: 9 }), 'invalidPath'],
    ['another extension', patch({ op: 'add', path: 'urn:x:y:z', value: 9 }), 'invalidPath'],
    ['remove without a path', patch({ op: 'remove' }), 'noTarget'],
    ['its id', patch({ op: 'replace', path: 'id', value: 'x' }), 'mutability'],
    ['its groups', patch({ op: 'add', path: 'groups', value: [{ value: 'x' }] }), 'mutability'],
    ['no name', patch({ op: 'remove', path: 'userName' }), 'invalidValue'],
    ['a number for a name', patch({ op: 'replace', path: 'displayName', value: 7 }), 'invalidValue'],
    [
      'a name that turns text around',
      patch({ op: 'replace', path: 'displayName', value: 'a\u202eb' }),
      'invalidValue',
    ],
    ['what is not a boolean', patch({ op: 'replace', path: 'active', value: 'perhaps' }), 'invalidValue'],
    [
      'what is not an address',
      patch({ op: 'replace', path: 'emails[type eq "work"].value', value: 'x' }),
      'invalidValue',
    ],
    [
      'an address of another kind',
      patch({ op: 'replace', path: 'emails[type eq "home"].value', value: 'a@b.c' }),
      'noTarget',
    ],
    [
      'too many operations',
      patch(...Array.from({ length: 1001 }, () => ({ op: 'add', path: 'active', value: true }))),
      'tooMany',
    ],
  ])('a change of %s, and nothing of the request is done', async (_what, body, scimType) => {
    const id = await add('jane@acme.example', { displayName: 'Jane' });
    const { Operations: operations, ...rest } = body as { Operations?: readonly object[] };
    const all =
      operations === undefined
        ? rest
        : { ...rest, Operations: [{ op: 'replace', path: 'displayName', value: 'Changed' }, ...operations] };
    expect(await scim(`PATCH /Users/${id}`, all)).toMatchObject(problem(400, scimType));
    expect((await scim(`GET /Users/${id}`)).json).toMatchObject({ displayName: 'Jane', active: true });
  });

  test('users and groups that cannot be', async () => {
    expect(await scim('POST /Users', {})).toMatchObject(problem(400, 'invalidValue'));
    expect(await scim('POST /Users', { userName: '' })).toMatchObject(problem(400, 'invalidValue'));
    expect(await scim('POST /Users', [])).toMatchObject(problem(400, 'invalidSyntax'));
    expect(await scim('POST /Groups', {})).toMatchObject(problem(400, 'invalidValue'));
    const nested = { displayName: 'x', members: [{ value: randomUUID(), type: 'Group' }] };
    expect(await scim('POST /Groups', nested)).toMatchObject(problem(400, 'invalidValue'));
    expect(await scim('POST /Groups', { displayName: 'x', members: [{ value: 'me' }] })).toMatchObject(
      problem(400, 'invalidValue'),
    );
    expect((await scim('GET /Groups')).json.totalResults).toBe(0);
    expect(await scim('GET /Users/not-an-id')).toMatchObject(problem(404));
  });

  test('what is not supported', async () => {
    expect(await scim('GET /Users?sortBy=userName')).toMatchObject(problem(501));
    expect(await scim('POST /Bulk', {})).toMatchObject(problem(501));
    expect(await scim('GET /Me')).toMatchObject(problem(501));
    expect(await scim('POST /Users/.search', {})).toMatchObject(problem(501));
    expect(await scim('GET /Devices')).toMatchObject(problem(404));
    expect(await scim('PUT /Users', {})).toMatchObject(problem(405));
  });

  test('bodies that are too large, too deep, or none', async () => {
    const send = (raw: string, type = 'application/scim+json'): Promise<Answered> =>
      ask(server, 'POST /scim/v2/Users', { token, raw, headers: { 'content-type': type } });
    expect(await send(JSON.stringify({ userName: 'x'.repeat(100_000) }))).toMatchObject(problem(413));
    expect(await send(`{"userName":${'['.repeat(5000)}${']'.repeat(5000)}}`)).toMatchObject(
      problem(400, 'invalidSyntax'),
    );
    expect(await send('{"userName":')).toMatchObject(problem(400, 'invalidSyntax'));
    expect(await send('{}', 'text/plain')).toMatchObject(problem(415));
    expect((await send('{"userName":"plain@acme.example"}', 'application/json')).status).toBe(201);
    const deep = '{"userName":"a","x":'.concat('{"a":'.repeat(40), '1', '}'.repeat(40), '}');
    expect((await send(deep)).status).toBe(201);
  });
});

describe('one human is one person', () => {
  test('whom the operator made is found, and their address stays what the operator says', async () => {
    const { person } = await server.operator.addPerson({
      organisation: team.name,
      email: 'anna@acme.example',
      roles: ['admin'],
    });
    expect((await scim('GET /Users?filter=userName eq "Anna@acme.example"')).json.Resources[0].id).toBe(
      person,
    );
    expect(await scim('POST /Users', { userName: 'anna@acme.example' })).toMatchObject(
      problem(409, 'uniqueness'),
    );
    expect(
      await scim('POST /Users', { userName: 'anna', emails: [{ value: 'ANNA@acme.example' }] }),
    ).toMatchObject(problem(409, 'uniqueness'));
    const steal = patch({ op: 'replace', path: 'emails', value: [{ value: 'eve@acme.example' }] });
    expect(await scim(`PATCH /Users/${person}`, steal)).toMatchObject(problem(400, 'mutability'));
    const put = { userName: 'anna', emails: [{ value: 'anna@acme.example' }], displayName: 'Anna' };
    expect((await scim(`PUT /Users/${person}`, put)).json).toMatchObject({
      userName: 'anna',
      displayName: 'Anna',
    });
  });

  test('whom the directory made is linked to their first sign-in', async () => {
    await asAdmin('PUT /v1/identity-provider', { issuer: provider.issuer, ...client });
    await server.operator.trustIssuer({
      organisation: team.name,
      issuer: provider.issuer,
      domain: 'acme.example',
    });
    const id = await add('carl@acme.example');
    await new Browser(server).signIn('carl', team.name);
    const rows = await inspect(
      server.databaseUrl,
      'select id, issuer from people where organisation = $1 and email = $2',
      [team.organisation, 'carl@acme.example'],
    );
    expect(rows).toEqual([{ id, issuer: provider.issuer }]);
  });

  test('of several requests at one moment one adds', async () => {
    const answers = await Promise.all(
      ['Jo@acme.example', 'jo@acme.example', 'JO@acme.example'].map((userName) =>
        scim('POST /Users', { userName }),
      ),
    );
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['201', '409', '409']);
  });

  test('a thousand members are one change', async () => {
    const people = await inspect<{ id: string }>(
      server.databaseUrl,
      `insert into people (organisation, issuer, subject, email) select $1, 'local', n, n || '@many.example'
       from generate_series(1, 1000) n returning id`,
      [team.organisation],
    );
    await asAdmin('PUT /v1/group-roles', { mappings: [{ group: 'All', role: 'viewer', project: null }] });
    const made = await scim('POST /Groups', {
      displayName: 'All',
      members: people.map(({ id }) => ({ value: id })),
    });
    expect([made.status, made.json.members.length]).toEqual([201, 1000]);
    const [given] = await inspect(
      server.databaseUrl,
      "select count(*)::int from roles where organisation = $1 and source = 'scim'",
      [team.organisation],
    );
    expect(given).toEqual({ count: 1000 });
  });
});
