import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { relyingParty } from './relying-party.ts';
import { newToken } from '../../secrets/token.ts';
import { adminShell, type AdminShell } from '../../../test/admin/typed.ts';
import {
  ask,
  createTeam,
  createTestDatabase,
  enrol,
  hasPlugin,
  inspect,
  startTestServer,
  type Team,
  type TestServer,
} from '../../../test/harness.ts';
import { atPage, type AtPage } from '../../../test/passkey-person.ts';
import { publish } from '../../../test/publish.ts';
import { question } from '../../../test/question.ts';
import { origin } from '../../../test/soft-passkey.ts';

let server: TestServer;
let team: Team;
let anna: AtPage;
let bert: AtPage;
let teams = 0;

beforeAll(async () => {
  server = await startTestServer({ settings: { publicUrl: origin } });
});
afterAll(() => server.end());

beforeEach(async () => {
  team = await createTeam(server, `acme-${++teams}`, { anna: ['approver'], bert: ['approver'] });
  [anna, bert] = await Promise.all([atPage(server, team.token('anna')), atPage(server, team.token('bert'))]);
});

const idOf = (who: string): string => team.people[who]?.person ?? '';

async function asked(
  command: string,
  { at = server, of = team }: { readonly at?: TestServer; readonly of?: Team } = {},
): Promise<{ readonly id: string; readonly digest: string }> {
  const agent = await enrol(at, of.enrolment);
  const call = { tool: 'Bash', input: { command }, cwd: '/home/dev/project' };
  const { json } = await agent.ask('POST /v1/agent/approvals', {
    body: question({ callKey: randomUUID(), call }),
  });
  return { id: json.id, digest: 'a digest of the question' };
}

async function actsOf(prefix: string): Promise<readonly object[]> {
  const { json } = await ask(server, 'GET /v1/acts', { token: team.token('admin') });
  return json.acts.filter(({ act }: { act: string }) => act.startsWith(prefix));
}

test.each([
  ['https://permesso.example.com', { id: 'permesso.example.com', origin: 'https://permesso.example.com' }],
  [
    'https://permesso.example.com:8443',
    { id: 'permesso.example.com', origin: 'https://permesso.example.com:8443' },
  ],
  ['http://localhost:7000', { id: 'localhost', origin: 'http://localhost:7000' }],
  ['http://permesso.example.com', undefined],
  ['https://192.0.2.7', undefined],
  ['http://127.0.0.1:7000', undefined],
  ['https://[2001:db8::1]', undefined],
])('passkeys of %s', (publicUrl, party) => {
  expect(relyingParty(publicUrl)).toEqual(party);
});

test('a person has several, names them, and sees when each was used; all of it is on record', async () => {
  expect((await anna.ask('GET /v1/me/passkeys')).json).toEqual({
    rule: 'when-registered',
    passkeys: [],
    isPossible: true,
  });
  const phone = await anna.register();
  const laptop = await anna.register(phone);
  expect((await anna.ask(`PUT /v1/me/passkeys/${laptop.row}`, { name: 'Laptop' })).status).toBe(204);
  const { json } = await anna.ask('GET /v1/me/passkeys');
  expect(json.passkeys).toMatchObject([
    { id: phone.row, name: 'Phone', isSynced: false, lastUsedAt: expect.any(String) },
    { id: laptop.row, name: 'Laptop', lastUsedAt: null },
  ]);
  const act = { act: 'remove', subject: laptop.row, said: {} };
  const removed = await anna.ask(`POST /v1/me/passkeys/${laptop.row}/remove`, {
    passkey: await anna.show(phone, act),
  });
  expect(removed.status).toBe(204);
  const by = { actor: `person:${idOf('anna')}` };
  expect(await actsOf('passkey')).toMatchObject([
    { ...by, act: 'passkey.remove', subject: laptop.row },
    { ...by, act: 'passkey.rename', subject: laptop.row },
    { ...by, act: 'passkey.add', subject: laptop.row, detail: { isFirst: false } },
    { ...by, act: 'passkey.add', subject: phone.row, detail: { isFirst: true } },
  ]);
});

test('a link in a mail allows nothing that takes a passkey, and leads to where it is shown', async () => {
  await anna.register();
  const { id } = await asked('rm -rf /srv/data');
  const link = newToken('link');
  await inspect(
    server.databaseUrl,
    `insert into links (organisation, hash, approval, person, expires_at)
     values ($1, $2, $3, $4, now() + interval '1 hour')`,
    [team.organisation, link.hash, id, idOf('anna')],
  );
  const refused = await anna.ask(`POST /v1/answer/${link.text}/allow`);
  expect([refused.status, refused.json.code]).toEqual([403, 'passkey']);
  const led = await ask(server, `GET /v1/answer/${link.text}`);
  expect(led.headers.get('location')).toBe(`${origin}/#/approvals?request=${id}`);
  expect((await anna.ask(`POST /v1/answer/${link.text}/deny`)).json.state).toBe('denied');
});

describe('a grant for the whole team', () => {
  const rules = ['Bash(git push origin main)'];

  async function offered(): Promise<{ readonly id: string; readonly said: object }> {
    const { id, digest } = await asked('git push origin main');
    const { json } = await anna.ask(`GET /v1/approvals/${id}/team-grant`);
    expect(json.offers.map((offer: { rules: unknown }) => offer.rules)).toContainEqual(rules);
    return { id, said: { digest, rules, reach: 'project' } };
  }

  beforeEach(async () => {
    const text = `ask: ['Bash(git push:*)']\ntests: [{ call: Bash(git push), expect: ask }]\n`;
    await publish(server, team, { text });
  });

  test('is proposed and voted for with passkeys, and refused without', async () => {
    const [hers, his] = [await anna.register(), await bert.register()];
    const { id, said } = await offered();
    const propose = (body: object): ReturnType<AtPage['ask']> =>
      anna.ask(`POST /v1/approvals/${id}/team-grant`, body);
    expect(await propose(said)).toMatchObject({ status: 403, json: { code: 'passkey' } });
    const act = { act: 'propose', subject: id, said };
    const wider = await propose({
      ...said,
      reach: 'organisation',
      passkey: await anna.show(hers, act),
    });
    expect(wider.json.detail).toContain('for a different action');
    expect(await inspect(server.databaseUrl, 'select id from team_grants where approval = $1', [id])).toEqual(
      [],
    );
    const proposed = await propose({ ...said, passkey: await anna.show(hers, act) });
    expect(proposed).toMatchObject({ status: 200, json: { state: 'proposed' } });
    const { grant } = proposed.json;
    const { json } = await bert.ask('GET /v1/team-grants?state=proposed');
    const yes = { digest: json.grants[0].digest, verdict: 'allow' };
    const vote = (body: object): ReturnType<AtPage['ask']> =>
      bert.ask(`POST /v1/team-grants/${grant}/vote`, body);
    expect(await vote(yes)).toMatchObject({ status: 403, json: { code: 'passkey' } });
    const shown = await bert.show(his, { act: 'vote', subject: grant, said: yes });
    expect(await vote({ ...yes, passkey: shown })).toMatchObject({ status: 200, json: { state: 'granted' } });
    expect(await actsOf('team-grant.vote')).toMatchObject([
      { detail: { verdict: 'allow', passkey: his.row } },
      { detail: { verdict: 'allow', passkey: hers.row } },
    ]);
  });

  test('is voted against without one', async () => {
    await bert.register();
    const { id, said } = await offered();
    const { json: proposed } = await anna.ask(`POST /v1/approvals/${id}/team-grant`, said);
    const { json } = await bert.ask('GET /v1/team-grants?state=proposed');
    const no = { digest: json.grants[0].digest, verdict: 'deny' };
    const voted = await bert.ask(`POST /v1/team-grants/${proposed.grant}/vote`, no);
    expect(voted.json.state).toBe('refused');
  });
});

describe('at the command line', () => {
  let shell: AdminShell;
  beforeEach(() => {
    shell = adminShell(server, team);
    return () => shell.remove();
  });
  const email = (who: string): string => `${who}@${team.name}.example`;

  test('an admin lists the passkeys of a person and removes a lost one', async () => {
    await anna.register();
    expect((await shell.as('admin', 'passkeys')).out).toBe('There are no passkeys.');
    const list = await shell.as('admin', 'passkeys', 'list', '--person', email('anna'));
    expect(list.out).toMatch(/Phone +\d{4}-\d\d-\d\d \d\d:\d\d +never +no/);
    const words = ['passkeys', 'remove', 'Phone', '--person', email('anna')];
    expect((await shell.as('author', ...words, '--yes')).code).toBe(1);
    expect((await shell.as('admin', ...words)).code).toBe(1);
    expect((await anna.ask('GET /v1/me/passkeys')).json.passkeys).toHaveLength(1);
    expect((await shell.as('admin', ...words, '--yes')).out).toContain('Removed the passkey Phone');
    expect((await anna.ask('GET /v1/me/passkeys')).json.passkeys).toEqual([]);
    expect((await shell.as('admin', 'passkeys', 'remove', 'Phone')).code).toBe(64);
  });

  test('an admin requires them of everybody; a token is not enough to end that', async () => {
    expect((await shell.as('viewer', 'passkeys', 'rule')).out).toContain('People who have a passkey show it');
    expect((await shell.as('viewer', 'passkeys', 'rule', 'required')).code).toBe(1);
    expect((await shell.as('admin', 'passkeys', 'rule', 'required')).out).toContain(
      'Everybody needs a passkey',
    );
    const lower = await shell.as('admin', 'passkeys', 'rule', 'when-registered');
    expect([lower.code, lower.err]).toEqual([1, expect.stringContaining('in the console under Settings')]);
    expect((await shell.as('admin', 'passkeys', 'rule', 'sometimes')).code).toBe(64);
    expect(await actsOf('passkey-rule')).toMatchObject([
      { act: 'passkey-rule.set', detail: { rule: 'required', before: 'when-registered' } },
    ]);
  });

  test('an answer that takes a passkey is refused, with the page where it is given', async () => {
    await anna.register();
    const { id } = await asked('rm -rf /srv/data');
    const refused = await shell.as('anna', 'approvals', 'answer', id.slice(0, 8), 'allow', '--yes');
    expect([refused.code, refused.err]).toEqual([
      1,
      expect.stringContaining(`${server.url}/#/approvals?request=${id}`),
    ]);
    const denied = await shell.as('anna', 'approvals', 'answer', id.slice(0, 8), 'deny');
    expect(denied.code).toBe(0);
  });

  test('the operator removes all of a person', async () => {
    await anna.register();
    const remove = (of: string): Promise<unknown> => server.command('remove-passkeys', [team.name, of]);
    expect(await remove(email('anna'))).toEqual({ removed: '1' });
    expect(await remove(email('anna'))).toEqual({ removed: '0' });
    expect(await actsOf('passkey.remove')).toMatchObject([
      { actor: 'operator', detail: { person: idOf('anna') } },
    ]);
    await expect(remove('x@y.example')).rejects.toThrow('there is nobody');
  });
});

test('where browsers know no passkeys, none are required', async () => {
  const plain = await startTestServer();
  try {
    const made = await createTeam(plain, 'acme');
    const token = made.token('admin');
    const refused = await ask(plain, 'PUT /v1/passkey-rule', { token, body: { rule: 'required' } });
    expect([refused.status, refused.json.detail]).toEqual([
      409,
      expect.stringContaining('PERMESSO_PUBLIC_URL'),
    ]);
    expect((await ask(plain, 'GET /v1/me/passkeys', { token })).json.isPossible).toBe(false);
  } finally {
    await plain.end();
  }
});

test.skipIf(!hasPlugin('cells'))(
  'passkeys move to another database with their organisation, and what they were asked to sign as well',
  async () => {
    const second = await createTestDatabase();
    const cells = [{ name: 'second', url: second.url }];
    const at = await startTestServer({ settings: { publicUrl: origin, cells } });
    try {
      const of = await createTeam(at, 'acme', { anna: ['approver'] });
      const page = await atPage(at, of.token('anna'));
      const phone = await page.register();
      const { id, digest } = await asked('rm -rf /srv/data', { at, of });
      const said = { digest, verdict: 'allow' };
      const passkey = await page.show(phone, { act: 'answer', subject: id, said });
      await at.command('move-organisation', [of.name, 'second']);
      expect(await inspect(at.databaseUrl, 'select id from passkeys')).toEqual([]);
      expect((await page.ask(`POST /v1/approvals/${id}/answer`, said)).json.code).toBe('passkey');
      const answered = await page.ask(`POST /v1/approvals/${id}/answer`, { ...said, passkey });
      expect(answered).toMatchObject({ status: 200, json: { state: 'approved' } });
    } finally {
      await at.end();
      await second.drop();
    }
  },
);
