import { afterEach, beforeEach, expect, test } from 'vitest';
import { ask, createTeam, enrol, inspect, type Team, type TestServer } from '../harness.ts';
import { onServer } from '../on-server.ts';
import { adminShell, type AdminShell } from './typed.ts';

let server: TestServer;
let team: Team;
let shell: AdminShell;
let teams = 0;

onServer((made) => {
  server = made;
});

beforeEach(async () => {
  team = await createTeam(server, `staff-${++teams}`);
  shell = adminShell(server, team);
});

afterEach(() => shell.remove());

const email = (who: string): string => `${who}@${team.name}.example`;

test('whoami: the person and the roles of a token; a wrong token is refused with the fix', async () => {
  const { code, out } = await shell.as('admin', 'whoami');
  expect([code, out]).toEqual([0, `You are ${email('admin')} at ${server.url}.\nRoles: admin`]);
  const { code: refused, err } = await shell.as('nobody', 'whoami');
  expect([refused, err]).toEqual([1, expect.stringContaining('the token is not valid')]);
});

test('projects are added and listed; a name twice and a role that does not suffice are refused', async () => {
  expect(await shell.as('admin', 'projects', 'add', 'shop')).toMatchObject({
    code: 0,
    out: 'Added the project shop.',
  });
  expect((await shell.json('viewer', 'projects')).map(({ name }: { name: string }) => name)).toEqual([
    'main',
    'shop',
  ]);
  expect(await shell.as('viewer', 'projects', 'add', 'other')).toMatchObject({
    code: 1,
    err: expect.stringContaining('permesso admin projects: '),
  });
  expect((await shell.as('admin', 'projects', 'add', 'shop')).code).toBe(1);
});

test('roles are given and taken by address, in one project or everywhere', async () => {
  const given = await shell.as(
    'admin',
    'people',
    'add-role',
    email('viewer').toUpperCase(),
    'author',
    '--project',
    'main',
  );
  expect([given.code, given.out.split('\n')[0]]).toEqual([
    0,
    `Roles of ${email('viewer')}: viewer, author in main`,
  ]);
  const listed = await shell.as('admin', 'people', 'list', '--find', 'VIEWER');
  expect(listed.out).toContain('author in main, viewer');
  expect(listed.out).not.toContain(email('author'));

  expect((await shell.as('admin', 'people', 'remove-role', email('viewer'), 'author')).err).toContain(
    'does not have the role author there',
  );
  const taken = await shell.as(
    'admin',
    'people',
    'remove-role',
    email('viewer'),
    'author',
    '--project',
    'main',
  );
  const [, pending = ''] = /permesso admin pending confirm (\S+)/.exec(taken.out) ?? [];
  expect((await shell.as('author', 'pending', 'confirm', pending, '--yes')).code).toBe(0);
  expect((await shell.json('admin', 'people', 'list', '--find', email('viewer')))[0].roles).toEqual([
    { role: 'viewer', project: null },
  ]);
  expect(await shell.as('admin', 'people', 'remove-role', email('admin'), 'admin')).toMatchObject({
    code: 1,
    err: expect.stringContaining('the organisation needs at least one admin'),
  });
  expect((await shell.as('admin', 'people', 'add-role', email('viewer'), 'boss')).code).toBe(64);
  expect((await shell.as('admin', 'people', 'add-role', 'nobody@acme.example', 'admin')).err).toContain(
    'there is no person `nobody@acme.example`',
  );
  for (const line of listed.out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
});

test('a display name that looks like an address, or that two people have, gives nobody a role', async () => {
  const name = async (who: string, text: string): Promise<void> => {
    await inspect(
      server.databaseUrl,
      `update permesso.people set name = '${text}' where id = '${team.people[who]?.person}'`,
    );
  };
  await name('viewer', 'new@acme.example');
  expect((await shell.as('admin', 'people', 'add-role', 'new@acme.example', 'admin')).err).toContain(
    'there is no person',
  );
  await name('viewer', 'Carla Rossi');
  await name('author', 'Carla Rossi');
  const twice = await shell.as('admin', 'people', 'add-role', 'Carla Rossi', 'admin');
  expect([twice.code, twice.err]).toEqual([64, expect.stringContaining('`Carla Rossi` could be any of 2')]);
  await name('author', 'Dario');
  expect((await shell.as('admin', 'people', 'add-role', 'Carla Rossi', 'author')).out).toContain(
    email('viewer'),
  );
});

test('disabling asks at the terminal, needs --yes without one, and is undone by enable', async () => {
  const alone = await shell.as('admin', 'people', 'disable', email('viewer'));
  expect([alone.code, alone.err]).toEqual([1, expect.stringContaining('fix: add --yes')]);
  const no = await shell.answering('', 'admin', 'people', 'disable', email('viewer'));
  expect([no.code, no.err]).toEqual([1, 'permesso admin people: nothing was changed']);
  expect(no.asked).toEqual([expect.stringMatching(/^Disable viewer@.* for good, .* \[y\/N\] $/)]);
  expect((await ask(server, 'GET /v1/me', { token: team.token('viewer') })).status).toBe(200);

  expect((await shell.answering('y', 'admin', 'people', 'disable', email('viewer'))).code).toBe(0);
  expect((await ask(server, 'GET /v1/me', { token: team.token('viewer') })).status).toBe(401);
  expect((await shell.as('admin', 'people', 'list', '--find', 'viewer')).out).toContain('disabled');
  expect((await shell.as('admin', 'people', 'enable', email('viewer'))).code).toBe(0);
  const done = await shell.as('admin', 'people', 'disable', email('viewer'), '--yes');
  expect([done.code, done.asked]).toEqual([0, []]);
});

test('a token is printed once and to standard output only, works, and is revoked by its name', async () => {
  const made = await shell.as('approver', 'tokens', 'create', 'laptop', '--role', 'approver', '--days', '2');
  const [token = ''] = /pmt_\S+/.exec(made.out) ?? [];
  expect([made.code, made.err, made.out.split('\n').at(-1)]).toEqual([0, '', token]);
  expect((await ask(server, 'GET /v1/me', { token })).status).toBe(200);
  const listed = await shell.as('approver', 'tokens');
  expect(listed.out).toContain('laptop');
  expect(listed.out).not.toContain(token);
  expect((await shell.as('admin', 'tokens', 'list', '--person', email('approver'))).out).toContain('laptop');
  expect((await shell.as('approver', 'tokens', 'create', 'more', '--role', 'admin')).err).toContain(
    'you do not have the role admin',
  );
  expect((await shell.as('approver', 'tokens', 'create', 'more', '--days', 'ten')).code).toBe(64);
  expect((await shell.as('approver', 'tokens', 'revoke', 'laptop')).code).toBe(1);
  const revoked = await shell.as(
    'admin',
    'tokens',
    'revoke',
    'laptop',
    '--person',
    email('approver'),
    '--yes',
  );
  expect(revoked.code).toBe(0);
  expect((await ask(server, 'GET /v1/me', { token })).status).toBe(401);
  expect((await shell.as('approver', 'tokens', 'revoke', 'laptop', '--yes')).err).toContain(
    'no valid token `laptop`',
  );
});

test('an enrolment is made with names, used by a machine, listed and revoked by how its id begins', async () => {
  const made = await shell.json(
    'admin',
    'enrolments',
    'create',
    '--project',
    'main',
    '--owner',
    email('owner'),
    '--uses',
    '2',
  );
  await enrol(server, made.token);
  const listed = await shell.as('admin', 'enrolments');
  const row = listed.out.split('\n').find((line) => line.includes(made.id.slice(0, 8)));
  expect(row).toMatch(new RegExp(`main +1 +\\S+ \\S+ +valid`));
  expect(listed.out).toContain(email('owner'));
  expect(listed.out).not.toContain(made.token);
  const revoked = await shell.answering('yes', 'admin', 'enrolments', 'revoke', made.id.slice(0, 8));
  expect([revoked.code, revoked.asked.length]).toEqual([0, 1]);
  await expect(enrol(server, made.token)).rejects.toThrow('403');
  expect((await shell.as('admin', 'enrolments')).out).not.toContain(made.id.slice(0, 8));
  expect((await shell.as('admin', 'enrolments', 'list', '--all')).out).toContain('revoked');
  expect((await shell.as('admin', 'enrolments', 'create', '--project', 'main')).err).toContain(
    '--owner PERSON is missing',
  );
  expect(
    (await shell.as('admin', 'enrolments', 'create', '--project', 'nope', '--owner', email('owner'))).err,
  ).toContain('there is no project `nope`; there are main');
  for (const line of listed.out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
});

test('everybody is found beyond the first page of people', async () => {
  await inspect(
    server.databaseUrl,
    `insert into permesso.people (organisation, issuer, subject, email)
     select '${team.organisation}', 'local', 'p' || n, 'p' || n || '@many.example' from generate_series(1, 1100) n`,
  );
  const all = await shell.json('admin', 'people');
  expect(all.length).toBe(1105);
  expect((await shell.as('admin', 'people', 'add-role', 'p1100@many.example', 'viewer')).code).toBe(0);
  expect((await shell.as('admin', 'people', 'add-role', 'p1@many.example', 'viewer')).code).toBe(0);
});

test('a group gives a role, in one project, until that is removed', async () => {
  expect((await shell.as('admin', 'group-roles')).out).toBe('No group gives a role.');
  expect((await shell.as('admin', 'group-roles', 'add', 'devs', 'author', '--project', 'main')).code).toBe(0);
  expect((await shell.as('admin', 'group-roles', 'add', 'devs', 'viewer')).code).toBe(0);
  const listed = await shell.as('admin', 'group-roles');
  expect(listed.out).toMatch(/devs +main +author/);
  expect(listed.out).toMatch(/devs +all +viewer/);
  expect((await shell.as('admin', 'group-roles', 'remove', 'devs', 'author')).code).toBe(64);
  expect((await shell.as('admin', 'group-roles', 'remove', 'devs', 'viewer')).code).toBe(1);
  expect((await shell.as('admin', 'group-roles', 'remove', 'devs', 'viewer', '--yes')).code).toBe(0);
  expect((await shell.json('admin', 'group-roles')).mappings.length).toBe(1);
  expect((await shell.as('viewer', 'group-roles')).code).toBe(1);
});

test('a legal hold is set, listed and ended by two, and nobody is erased meanwhile; then a person is erased by two', async () => {
  const { out } = await shell.as('admin', 'legal-holds', 'add', 'case 7', '--project', 'main');
  const [, id = ''] = /^Set the legal hold (\w{8})\.$/.exec(out) ?? [];
  expect((await shell.as('admin', 'legal-holds')).out).toMatch(new RegExp(`${id} +main .* case 7$`, 'm'));
  expect((await shell.as('viewer', 'legal-holds', 'end', id, '--yes')).code).toBe(1);
  const erase = (): ReturnType<AdminShell['as']> =>
    shell.as('admin', 'people', 'erase', email('owner'), '--yes');
  expect((await erase()).err).toContain('legal hold');
  const pending = async (): Promise<string> => {
    const [{ id: act }] = (await shell.json('author', 'pending', 'list')) as readonly {
      readonly id: string;
    }[] as [{ readonly id: string }];
    return act;
  };
  expect((await shell.as('admin', 'legal-holds', 'end', id, '--yes')).out).toContain('second person');
  expect((await shell.as('author', 'pending', 'confirm', await pending(), '--yes')).code).toBe(0);
  expect((await shell.as('admin', 'legal-holds')).out).toMatch(/\d{2}:\d{2} +\d{4}-/);
  expect((await erase()).out).toContain('second person');
  expect((await shell.as('author', 'pending', 'confirm', await pending(), '--yes')).code).toBe(0);
  expect((await shell.as('admin', 'people')).out).not.toContain(email('owner'));
});
