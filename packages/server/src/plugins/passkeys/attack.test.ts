import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  asTwo,
  createTeam,
  enrol,
  inspect,
  startTestServer,
  type Team,
  type TestServer,
} from '../../../test/harness.ts';
import { ask, type Answered } from '../../../test/ask.ts';
import { atPage, type AtPage } from '../../../test/passkey-person.ts';
import { makePasskey, origin, type Flaws, type SoftPasskey } from '../../../test/soft-passkey.ts';
import { question } from '../../../test/question.ts';

/** Ways to allow a call that cannot be undone without the passkey of the person, or with what it signed for something else. */

let server: TestServer;
let team: Team;
let anna: AtPage;
let passkey: SoftPasskey & { readonly row: string };
let teams = 0;

beforeAll(async () => {
  server = await startTestServer({ settings: { publicUrl: origin } });
});
afterAll(() => server.end());

beforeEach(async () => {
  team = await createTeam(server, `acme-${++teams}`, { anna: ['approver'], bert: ['approver'] });
  anna = await atPage(server, team.token('anna'));
  passkey = await anna.register();
});

const digest = 'a digest of the question';

/** A question about a call that cannot be undone. */
async function asked(command = 'rm -rf /srv/data'): Promise<string> {
  const agent = await enrol(server, team.enrolment);
  const call = { tool: 'Bash', input: { command }, cwd: '/home/dev/project' };
  const { json } = await agent.ask('POST /v1/agent/approvals', {
    body: question({ callKey: randomUUID(), call, editable: true }),
  });
  return json.id;
}

async function stateOf(approval: string): Promise<string> {
  return (await ask(server, `GET /v1/approvals/${approval}`, { token: team.token('viewer') })).json.state;
}

const allow = { digest, verdict: 'allow' };

function answer(who: AtPage, approval: string, body: object): Promise<Answered> {
  return who.ask(`POST /v1/approvals/${approval}/answer`, body);
}

function shown(approval: string, said: object = allow, flaws: Flaws = {}): Promise<object> {
  return anna.show(passkey, { act: 'answer', subject: approval, said }, flaws);
}

async function expectRefused(approval: string, answered: Answered, why: string): Promise<void> {
  expect([answered.status, answered.json.detail]).toEqual([403, expect.stringContaining(why)]);
  expect(await stateOf(approval)).toBe('pending');
}

test('the passkey lets its person allow what cannot be undone, and the vote says which it was', async () => {
  const approval = await asked();
  const said = { ...allow, comment: 'for this once' };
  const answered = await answer(anna, approval, { ...said, passkey: await shown(approval, said) });
  expect(answered).toMatchObject({ status: 200, json: { state: 'approved' } });
  const { json } = await ask(server, `GET /v1/approvals/${approval}`, { token: team.token('viewer') });
  expect(json.votes).toMatchObject([{ verdict: 'allow', passkey: passkey.row }]);
});

describe('without the passkey', () => {
  test('a session that is all somebody has allows nothing, and denies', async () => {
    const approval = await asked();
    const refused = await answer(anna, approval, allow);
    await expectRefused(approval, refused, 'requires your passkey');
    expect(refused.json.code).toBe('passkey');
    expect((await answer(anna, approval, { digest, verdict: 'deny' })).json.state).toBe('denied');
  });

  test('an API token allows nothing, cannot ask for a challenge, and denies', async () => {
    const approval = await asked();
    const token = team.token('anna');
    const body = { ...allow };
    const refused = await ask(server, `POST /v1/approvals/${approval}/answer`, { token, body });
    await expectRefused(approval, refused, 'Answer it in the console');
    const challenge = await ask(server, 'POST /v1/passkey-challenges', {
      token,
      body: { act: 'answer', subject: approval, said: allow },
    });
    expect([challenge.status, challenge.json.detail]).toEqual([
      403,
      expect.stringContaining('an API token cannot show one'),
    ]);
    // One that was shown at the page is worth nothing beside a token.
    const beside = await ask(server, `POST /v1/approvals/${approval}/answer`, {
      token,
      body: { ...allow, passkey: await shown(approval) },
    });
    await expectRefused(approval, beside, 'an API token cannot show one');
    const denied = await ask(server, `POST /v1/approvals/${approval}/answer`, {
      token,
      body: { digest, verdict: 'deny' },
    });
    expect(denied.json.state).toBe('denied');
  });

  test('several who must agree need theirs, whatever the call does', async () => {
    await ask(server, 'POST /v1/approval-rules', {
      token: team.token('admin'),
      body: { project: null, rule: 'Bash(git push:*)', quorum: 2, answerMinutes: 5, escalateMinutes: null },
    });
    const approval = await asked('git push');
    await expectRefused(approval, await answer(anna, approval, allow), 'Several people must agree');
    const answered = await answer(anna, approval, { ...allow, passkey: await shown(approval) });
    expect(answered.json.state).toBe('pending');
    const bert = await atPage(server, team.token('bert'));
    expect((await answer(bert, approval, allow)).json.state).toBe('approved');
  });

  test('what can be undone is allowed as before', async () => {
    const approval = await asked('git push');
    expect((await answer(anna, approval, allow)).json.state).toBe('approved');
  });

  test('who has none is asked for none, until the organisation requires it', async () => {
    const bert = await atPage(server, team.token('bert'));
    expect((await answer(bert, await asked(), allow)).json.state).toBe('approved');
    const rule = { token: team.token('admin'), body: { rule: 'required' } };
    expect((await ask(server, 'PUT /v1/passkey-rule', rule)).json).toEqual({ rule: 'required' });
    const approval = await asked();
    const refused = await answer(bert, approval, allow);
    await expectRefused(approval, refused, 'register one first');
    expect(refused.json.code).toBe('no-passkey');
    expect((await answer(bert, approval, { digest, verdict: 'deny' })).json.state).toBe('denied');
  });
});

describe('a passkey that was shown counts once, for what it was shown for', () => {
  test('not again', async () => {
    const approval = await asked();
    const once = await shown(approval);
    const denied = { digest: 'another', verdict: 'allow', passkey: once };
    // Also where the answer was refused: the challenge is gone.
    expect((await answer(anna, approval, denied)).status).toBe(403);
    await expectRefused(approval, await answer(anna, approval, { ...allow, passkey: once }), 'already used');
  });

  test('not at the same time twice', async () => {
    const [one, other] = [await asked(), await asked()];
    const once = await shown(one);
    const answers = await Promise.all(
      [one, one, other, one].map((approval) => answer(anna, approval, { ...allow, passkey: once })),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect(await stateOf(other)).toBe('pending');
  });

  test('not for another approval request', async () => {
    const [one, other] = [await asked(), await asked()];
    const refused = await answer(anna, other, { ...allow, passkey: await shown(one) });
    await expectRefused(other, refused, 'for a different action');
    expect(await stateOf(one)).toBe('pending');
  });

  test.each([
    ['scope', { ...allow, scope: 'project' }],
    ['comment', { ...allow, comment: 'other words' }],
    ['edited call', { ...allow, input: { command: 'rm -rf /' } }],
    ['rules', { ...allow, scope: 'session', rules: ['Bash(rm:*)'] }],
    ['end', { ...allow, scope: 'session', until: 4_000_000_000_000 }],
    ['digest', { ...allow, digest: 'of another question' }],
  ])('not for another %s', async (_what, swapped) => {
    const approval = await asked();
    const refused = await answer(anna, approval, { ...swapped, passkey: await shown(approval) });
    await expectRefused(approval, refused, 'for a different action');
  });

  test('not for a yes, where it was shown for a no, nor for another act', async () => {
    const approval = await asked();
    const no = await shown(approval, { digest, verdict: 'deny' });
    await expectRefused(
      approval,
      await answer(anna, approval, { ...allow, passkey: no }),
      'a different action',
    );
    const act = { act: 'vote', subject: approval, said: allow };
    const vote = await anna.show(passkey, act);
    await expectRefused(
      approval,
      await answer(anna, approval, { ...allow, passkey: vote }),
      'a different action',
    );
  });

  test('not after three minutes', async () => {
    const approval = await asked();
    const late = await shown(approval);
    await inspect(
      server.databaseUrl,
      `update passkey_challenges set expires_at = now() - interval '1 second' where organisation = $1`,
      [team.organisation],
    );
    await expectRefused(approval, await answer(anna, approval, { ...allow, passkey: late }), 'late');
    await shown(approval);
    const [row] = await inspect<{ left: number }>(
      server.databaseUrl,
      `select extract(epoch from max(expires_at) - now())::int as left from passkey_challenges`,
    );
    expect(row?.left).toBeGreaterThan(100);
    expect(row?.left).toBeLessThanOrEqual(180);
  });

  test('not in another session of the same person, nor of somebody else', async () => {
    const approval = await asked();
    for (const who of ['anna', 'bert']) {
      const elsewhere = await atPage(server, team.token(who));
      const refused = await answer(elsewhere, approval, { ...allow, passkey: await shown(approval) });
      await expectRefused(approval, refused, 'in another session');
    }
  });

  test('not once its session has ended', async () => {
    const approval = await asked();
    const once = await shown(approval);
    await anna.ask('POST /v1/sign-out');
    expect((await answer(anna, approval, { ...allow, passkey: once })).status).toBe(401);
    const left = `select from passkey_challenges where organisation = $1`;
    expect(await inspect(server.databaseUrl, left, [team.organisation])).toEqual([]);
  });
});

describe('what a browser would never send', () => {
  test.each<readonly [string, Flaws, string]>([
    ['from another page', { origin: 'https://permesso.example.evil.example' }, 'origin'],
    ['for another server', { rpId: 'evil.example' }, 'RP ID'],
    ['from a page inside another', { isFramed: true }, "another site's page"],
    ['without that the person was verified', { isUnverified: true }, 'could not be verified'],
    ['without that anybody was there', { isAbsent: true }, 'not present'],
    ['with a counter that went back', { counter: 0 }, 'counter'],
    ['as a new passkey', { type: 'webauthn.create' }, 'type'],
    ['with a challenge of its own', { challenge: Buffer.alloc(64, 1).toString('base64url') }, 'already used'],
    ['with an empty challenge', { challenge: '' }, 'already used'],
    [
      'signed by another key',
      { signedBy: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey },
      'signature is wrong',
    ],
  ])('%s', async (_what, flaws, why) => {
    const approval = await asked();
    // Used once, so that its counter is not 0.
    const used = await asked();
    expect((await answer(anna, used, { ...allow, passkey: await shown(used) })).status).toBe(200);
    const refused = await answer(anna, approval, { ...allow, passkey: await shown(approval, allow, flaws) });
    await expectRefused(approval, refused, why);
  });

  test('client data that is none', async () => {
    const approval = await asked();
    const good = (await shown(approval)) as { id: string; response: object };
    for (const text of ['', 'null', '[]', '{"challenge":7}', '{']) {
      const response = { ...good.response, clientDataJSON: Buffer.from(text).toString('base64url') };
      const refused = await answer(anna, approval, { ...allow, passkey: { ...good, response } });
      await expectRefused(approval, refused, 'cannot be read');
    }
  });

  test.each(['the same', 'another'])('the passkey of somebody else, of %s organisation', async (which) => {
    const approval = await asked();
    const there = which === 'the same' ? team : await createTeam(server, `other-${teams}`);
    const other = await atPage(server, there.token(which === 'the same' ? 'bert' : 'approver'));
    const foreign = await other.register();
    const refused = await answer(anna, approval, {
      ...allow,
      passkey: await anna.show(foreign, { act: 'answer', subject: approval, said: allow }),
    });
    await expectRefused(approval, refused, 'not registered for you');
  });
});

describe('registering one from a stolen session', () => {
  async function refusedOptions(who: AtPage, body: object = {}): Promise<readonly [number, string, string]> {
    const { status, json } = await who.ask('POST /v1/me/passkeys/options', body);
    return [status, json.code, json.detail];
  }

  test('is refused ten minutes after the sign-in', async () => {
    const bert = await atPage(server, team.token('bert'));
    await inspect(
      server.databaseUrl,
      `update sessions set created_at = now() - interval '11 minutes' where person = $1`,
      [team.people['bert']?.person],
    );
    expect(await refusedOptions(bert)).toEqual([
      403,
      'sign-in-again',
      expect.stringContaining('sign in again'),
    ]);
  });

  test('is refused by a token, of somebody whom an identity provider signs in', async () => {
    const bert = await atPage(server, team.token('bert'));
    await inspect(server.databaseUrl, `update people set issuer = 'https://login.example' where id = $1`, [
      team.people['bert']?.person,
    ]);
    expect(await refusedOptions(bert)).toEqual([
      403,
      'sign-in-again',
      expect.stringContaining('with your identity provider'),
    ]);
  });

  test('is refused by a token that was made for less than its person may do', async () => {
    const { json } = await ask(server, 'POST /v1/tokens', {
      token: team.token('bert'),
      body: { name: 'for reports', roles: ['viewer'], days: 1 },
    });
    expect(await refusedOptions(await atPage(server, json.token))).toEqual([
      403,
      'sign-in-again',
      expect.stringContaining('all of your roles'),
    ]);
  });

  test('takes a passkey where there is one', async () => {
    expect(await refusedOptions(anna)).toEqual([403, 'passkey', expect.stringContaining('show one')]);
    const approval = await asked();
    const other = { passkey: await shown(approval) };
    expect(await refusedOptions(anna, other)).toEqual([
      403,
      undefined,
      expect.stringContaining('for a different action'),
    ]);
    const second = await anna.register(passkey);
    const act = { act: 'answer', subject: approval, said: allow };
    const answered = await answer(anna, approval, { ...allow, passkey: await anna.show(second, act) });
    expect(answered.json.state).toBe('approved');
  });

  test('is not finished once its person has registered one meanwhile', async () => {
    const [thief, bert] = [
      await atPage(server, team.token('bert')),
      await atPage(server, team.token('bert')),
    ];
    const { json } = await thief.ask('POST /v1/me/passkeys/options', {});
    await bert.register();
    const { made } = makePasskey(json);
    const late = await thief.ask('POST /v1/me/passkeys', { name: 'Mine', made });
    expect([late.status, late.json.detail]).toEqual([403, expect.stringContaining('for a different action')]);
    expect((await bert.ask('GET /v1/me/passkeys')).json.passkeys).toHaveLength(1);
  });

  test.each<readonly [string, Flaws, string]>([
    ['from another page', { origin: 'https://evil.example' }, 'origin'],
    ['for another server', { rpId: 'evil.example' }, 'RP ID'],
    ['from a page inside another', { isFramed: true }, "another site's page"],
    ['without that the person was verified', { isUnverified: true }, 'could not be verified'],
    ['with a certificate, whose list the server would fetch', { isAttested: true }, 'certificate'],
    ['with a challenge of its own', { challenge: Buffer.alloc(64).toString('base64url') }, 'already used'],
  ])('is refused %s', async (_what, flaws, why) => {
    const bert = await atPage(server, team.token('bert'));
    const { json } = await bert.ask('POST /v1/me/passkeys/options', {});
    const { made } = makePasskey(json, flaws);
    const refused = await bert.ask('POST /v1/me/passkeys', { name: 'Mine', made });
    expect([refused.status, refused.json.detail]).toEqual([403, expect.stringContaining(why)]);
    expect((await bert.ask('GET /v1/me/passkeys')).json.passkeys).toEqual([]);
  });

  test('is refused with what another passkey was asked to sign', async () => {
    const bert = await atPage(server, team.token('bert'));
    await bert.register();
    const { json } = await bert.ask('POST /v1/passkey-challenges', {
      act: 'add',
      subject: team.people['bert']?.person,
      said: {},
    });
    const { made } = makePasskey({ ...json, rp: { id: json.rpId } });
    const refused = await bert.ask('POST /v1/me/passkeys', { name: 'Mine', made });
    expect(refused.json.detail).toContain('for a different action');
  });
});

describe('falling back to no passkey', () => {
  const count = async (): Promise<number> => (await anna.ask('GET /v1/me/passkeys')).json.passkeys.length;
  const remove = (body: object): Promise<Answered> =>
    anna.ask(`POST /v1/me/passkeys/${passkey.row}/remove`, body);

  test('a session alone removes none; the passkey removes itself', async () => {
    const approval = await asked();
    expect((await remove({})).status).toBe(400);
    const other = await remove({ passkey: await shown(approval) });
    expect([other.status, await count()]).toEqual([403, 1]);
    const act = { act: 'remove', subject: passkey.row, said: {} };
    expect((await remove({ passkey: await anna.show(passkey, act) })).status).toBe(204);
    expect(await count()).toBe(0);
  });

  test('nobody removes or renames that of somebody else', async () => {
    const bert = await atPage(server, team.token('bert'));
    const own = await bert.register();
    const act = { act: 'remove', subject: passkey.row, said: {} };
    const removed = await bert.ask(`POST /v1/me/passkeys/${passkey.row}/remove`, {
      passkey: await bert.show(own, act),
    });
    const renamed = await bert.ask(`PUT /v1/me/passkeys/${passkey.row}`, { name: 'x' });
    expect([removed.status, renamed.status, await count()]).toEqual([404, 404, 1]);
  });

  test('an admin removes that of others, and not their own by this way', async () => {
    const path = `/v1/people/${team.people['anna']?.person}/passkeys/${passkey.row}`;
    const admin = await atPage(server, team.token('admin'));
    const own = await admin.register();
    const self = await admin.ask(`DELETE /v1/people/${team.people['admin']?.person}/passkeys/${own.row}`);
    expect(self.status).toBe(409);
    // Under the name of another person it is not there.
    const wrong = await admin.ask(`DELETE /v1/people/${team.people['anna']?.person}/passkeys/${own.row}`);
    expect(wrong.status).toBe(404);
    expect((await admin.ask(`DELETE ${path}`)).status).toBe(204);
    expect(await count()).toBe(0);
  });

  test('to require it no longer takes the passkey of an admin', async () => {
    const token = team.token('admin');
    const put = (body: object): Promise<Answered> => ask(server, 'PUT /v1/passkey-rule', { token, body });
    expect((await put({ rule: 'required' })).status).toBe(200);
    expect(await put({ rule: 'when-registered' })).toMatchObject({ status: 403, json: { code: 'passkey' } });
    const admin = await atPage(server, token);
    const lower = { rule: 'when-registered' };
    expect((await admin.ask('PUT /v1/passkey-rule', lower)).status).toBe(403);
    const own = await admin.register();
    const act = { act: 'rule', subject: team.people['admin']?.person ?? '', said: { rule: 'required' } };
    const swapped = await admin.ask('PUT /v1/passkey-rule', {
      ...lower,
      passkey: await admin.show(own, act),
    });
    expect(swapped.status).toBe(403);
    const right = { ...act, said: lower };
    const done = await admin.ask('PUT /v1/passkey-rule', { ...lower, passkey: await admin.show(own, right) });
    expect([done.status, done.json]).toEqual([200, lower]);
  });

  test('a passkey that was removed after it was shown does not count any more', async () => {
    const approval = await asked();
    const once = await shown(approval);
    await ask(server, `DELETE /v1/people/${team.people['anna']?.person}/passkeys/${passkey.row}`, {
      token: team.token('admin'),
    });
    await expectRefused(
      approval,
      await answer(anna, approval, { ...allow, passkey: once }),
      'not registered',
    );
  });

  test('who is disabled has none left, also when enabled again, and so has who is erased', async () => {
    const person = team.people['anna']?.person ?? '';
    const rows = (): Promise<readonly unknown[]> =>
      inspect(server.databaseUrl, 'select id from passkeys where person = $1', [person]);
    expect(await rows()).toHaveLength(1);
    const token = team.token('admin');
    await ask(server, `POST /v1/people/${person}/disable`, { token });
    await ask(server, `POST /v1/people/${person}/enable`, { token });
    expect(await rows()).toEqual([]);
    const bert = await atPage(server, team.token('bert'));
    await bert.register();
    const other = team.people['bert']?.person ?? '';
    expect((await asTwo(server, team, [`POST /v1/people/${other}/erase`])).status).toBe(200);
    const left = await inspect(server.databaseUrl, 'select id from passkeys where person = $1', [other]);
    expect(left).toEqual([]);
  });
});

test('every challenge is a new one, for the passkeys of the person, who must be verified', async () => {
  const act = { act: 'answer', subject: await asked(), said: allow };
  const options = [1, 2].map(() => anna.ask('POST /v1/passkey-challenges', act));
  const [one, other] = (await Promise.all(options)).map(({ json }) => json);
  expect(one.challenge).not.toBe(other.challenge);
  expect(one).toMatchObject({
    rpId: 'permesso.example',
    userVerification: 'required',
    allowCredentials: [{ id: passkey.id }],
  });
});
