import { describe, expect, test } from 'vitest';
import { ask, asTwo, type Answered, type Team, type TestServer } from '../../test/harness.ts';
import { onTeams } from '../../test/on-server.ts';

let server: TestServer;
let team: Team;

onTeams(
  (made) => {
    ({ server, team } = made);
  },
  { second: ['author'] },
);

const strict = `
ask: ['Bash(git push:*)']
deny: ['Bash(curl:*)']
tests: [{ call: Bash(git push), expect: ask }]
`;
const everything = "allow: ['Bash(*)']\ntests: [{ call: Bash(ls), expect: allow }]\n";
const looser = `allow: ['Bash(npm test)']${strict}`;
const stricter = strict.replace("['Bash(curl:*)']", "['Bash(curl:*)', 'Bash(sudo:*)']");

interface Added {
  readonly number: number;
  readonly digest: string;
  readonly review: { readonly state: string; readonly base: number | null; readonly looser: string[] };
}

const path = (): string => `/v1/projects/${team.project}`;

async function add(text: string, who = 'author'): Promise<Added> {
  const body = { text, note: 'because' };
  return (await ask(server, `POST ${path()}/policies`, { token: team.token(who), body })).json;
}

function roll(version: number, stage = 'all', who = 'author'): Promise<Answered> {
  return ask(server, `POST ${path()}/rollout`, { token: team.token(who), body: { version, stage } });
}

function review(
  { number, digest, review: { base } }: Added,
  who: string,
  more: object = {},
): Promise<Answered> {
  const body = { digest, base, verdict: 'approve', ...more };
  return ask(server, `POST ${path()}/policies/${number}/review`, { token: team.token(who), body });
}

async function inForce(): Promise<number | null> {
  return (await ask(server, `GET ${path()}/rollout`, { token: team.token('viewer') })).json.current;
}

async function acts(name: string): Promise<readonly { actor: string; detail: Record<string, unknown> }[]> {
  const { json } = await ask(server, 'GET /v1/acts', { token: team.token('admin') });
  return json.acts.filter(({ act }: { act: string }) => act === name);
}

const by = (who: string): string => `person:${team.people[who]?.person}`;

describe('a version that makes the policy looser', () => {
  test.each([
    ['allows everything', everything],
    ['allows one thing more', looser],
  ])('is obeyed by nobody while its author stands alone: %s', async (_what, text) => {
    await add(strict);
    expect((await roll(1)).status).toBe(204);
    const added = await add(text);
    expect(added.review.state).toBe('needed');
    for (const stage of ['all', 'share']) {
      const refused = await roll(2, stage);
      expect(refused).toMatchObject({
        status: 409,
        json: { review: 'needed', detail: expect.stringMatching('needs review by a second person') },
      });
      expect(refused.json.looser).toEqual(added.review.looser);
    }
    // The person who presses the button is not a second opinion.
    expect((await roll(2, 'all', 'second')).status).toBe(409);
    expect(await review(added, 'author')).toMatchObject({
      status: 403,
      json: { detail: 'you wrote this version, so somebody else must review it' },
    });
    for (const who of ['viewer', 'approver', 'owner'])
      expect([who, (await review(added, who)).status]).toEqual([who, 403]);
    expect((await roll(2)).status).toBe(409);
    expect(await inForce()).toBe(1);
  });

  test.each(['second', 'admin'])('is obeyed after another one approved it: %s', async (who) => {
    await add(strict);
    await roll(1);
    const added = await add(looser);
    expect((await review(added, who, { comment: 'as agreed' })).json).toEqual({ state: 'approved' });
    expect((await roll(2)).status).toBe(204);
    expect(await inForce()).toBe(2);
    expect(await acts('policy.review')).toMatchObject([
      { actor: by(who), detail: { version: 2, base: 1, verdict: 'approve', comment: 'as agreed' } },
    ]);
    expect((await acts('policy.rollout'))[0]).toMatchObject({
      actor: by('author'),
      detail: { version: 2, reviewedBy: [team.people[who]?.person] },
    });
  });

  test('as the first version of a project, too', async () => {
    await add(everything);
    expect((await roll(1)).status).toBe(409);
    expect(await inForce()).toBeNull();
  });

  test('that was in force before, too', async () => {
    const first = await add(looser);
    await review(first, 'admin');
    await roll(1);
    await add(strict);
    expect((await roll(2)).status).toBe(204);
    expect((await roll(1)).json).toMatchObject({ review: 'needed' });
    expect(await inForce()).toBe(2);
  });

  test('may be reported, which nobody obeys', async () => {
    await add(looser);
    expect((await roll(1, 'report')).status).toBe(204);
    const { json } = await ask(server, `GET ${path()}/rollout`, { token: team.token('viewer') });
    expect(json).toMatchObject({ current: null, candidate: 1, review: 'needed' });
    expect((await roll(1)).status).toBe(409);
  });

  test('is compared with what is in force when it is published, not when it was reviewed', async () => {
    await add(strict);
    await roll(1);
    const added = await add(looser);
    await review(added, 'admin');
    await add(stricter);
    await roll(3);
    expect((await roll(2)).json).toMatchObject({ review: 'needed' });
    expect(await review(added, 'admin')).toMatchObject({
      status: 409,
      json: { detail: 'another version is active now; review the changes again' },
    });
    expect((await review({ ...added, review: { ...added.review, base: 3 } }, 'admin')).status).toBe(200);
    expect((await roll(2)).status).toBe(204);
  });

  test('is not approved by somebody who saw another text', async () => {
    const added = await add(looser);
    expect((await review({ ...added, digest: 'x' }, 'admin')).status).toBe(409);
  });

  test('that one person rejected is not published, any other program that approves it', async () => {
    const added = await add(looser);
    await review(added, 'second');
    expect((await review(added, 'admin', { verdict: 'reject' })).json).toEqual({ state: 'rejected' });
    expect((await roll(1)).json).toMatchObject({ status: 409, review: 'rejected' });
    // Minds change.
    expect((await review(added, 'admin')).json).toEqual({ state: 'approved' });
    expect((await roll(1)).status).toBe(204);
  });

  test.each([
    ['has lost the role', (): [string, object] => ['roles', { roles: [] }]],
    ['is disabled', (): [string, object | undefined] => ['disable', undefined]],
  ])('is not published on the word of somebody who %s', async (_what, change) => {
    const added = await add(looser);
    await review(added, 'second');
    const [what, body] = change();
    const method = what === 'roles' ? 'PUT' : 'POST';
    const subject = `${method} /v1/people/${team.people['second']?.person}/${what}`;
    expect((await asTwo(server, team, [subject, body])).status).toBeLessThan(205);
    expect((await roll(1)).status).toBe(409);
  });

  test('shows what it loosens, and who said what', async () => {
    const added = await add(looser);
    await review(added, 'second', { comment: 'fine' });
    const { json } = await ask(server, `GET ${path()}/policies/1`, { token: team.token('viewer') });
    expect(json.review).toMatchObject({
      state: 'approved',
      base: null,
      looser: ['allow Bash(npm test)'],
      reviews: [{ name: `second@${team.name}.example`, verdict: 'approve', comment: 'fine' }],
    });
  });
});

describe('needs no second person', () => {
  test('a version that loosens nothing', async () => {
    const added = await add(strict);
    expect(added.review.state).toBe('not needed');
    expect((await review(added, 'admin')).json.detail).toBe(
      'this version makes nothing looser and needs no review',
    );
    expect((await roll(1)).status).toBe(204);
  });

  test('an organisation that never had another one who could', async () => {
    const organisation = `alone-${team.name}`;
    await server.operator.addOrganisation(organisation);
    const { token } = await server.operator.addPerson({
      organisation,
      email: 'only@one.example',
      roles: ['admin', 'author'],
    });
    const { json } = await ask(server, 'POST /v1/projects', { token, body: { name: 'main' } });
    const at = `/v1/projects/${json.id}`;
    const added = await ask(server, `POST ${at}/policies`, {
      token,
      body: { text: everything, note: 'alone' },
    });
    expect(added.json.review.state).toBe('not needed');
    const done = await ask(server, `POST ${at}/rollout`, { token, body: { version: 1, stage: 'all' } });
    expect(done.status).toBe(204);
  });
});

describe('ending the review of looser policies', () => {
  const set = (required: boolean, who = 'admin'): Promise<Answered> =>
    ask(server, 'PUT /v1/policy-review', { token: team.token(who), body: { required } });
  const confirm = (who: string): Promise<Answered> =>
    ask(server, 'POST /v1/policy-review/confirm', { token: team.token(who) });
  const setting = async (): Promise<{ required: boolean; offBy: string | null }> =>
    (await ask(server, 'GET /v1/policy-review', { token: team.token('viewer') })).json;

  test('takes an admin and a second person, and is on record', async () => {
    for (const who of ['author', 'approver', 'viewer'])
      expect([who, (await set(false, who)).status]).toEqual([who, 403]);
    expect((await confirm('second')).status).toBe(409);
    expect((await set(false)).json).toMatchObject({ required: true, offBy: team.people['admin']?.person });
    await add(everything);
    expect((await roll(1)).status).toBe(409);
    expect((await confirm('admin')).json.detail).toBe('you asked for this, so somebody else must confirm it');
    expect((await confirm('approver')).status).toBe(403);
    expect((await confirm('second')).json).toMatchObject({ required: false, offBy: null });
    expect((await roll(1)).status).toBe(204);
    expect(await acts('policy-review.off.ask')).toMatchObject([{ actor: by('admin') }]);
    expect(await acts('policy-review.off')).toMatchObject([
      { actor: by('second'), detail: { askedBy: team.people['admin']?.person } },
    ]);
  });

  test('is taken back by one, and then nobody can confirm it', async () => {
    await set(false);
    expect((await set(true)).json).toMatchObject({ required: true, offBy: null });
    expect((await confirm('second')).status).toBe(409);
    expect(await setting()).toMatchObject({ required: true });
  });

  test('asked by somebody who is not an admin any more, is not confirmed', async () => {
    await server.operator.addPerson({
      organisation: team.name,
      email: `second@${team.name}.example`,
      roles: ['admin'],
    });
    await set(false);
    const roles = `PUT /v1/people/${team.people['admin']?.person}/roles`;
    const other = await server.operator.addPerson({
      organisation: team.name,
      email: `second@${team.name}.example`,
      roles: ['admin'],
    });
    const asked = await ask(server, roles, { token: other.token, body: { roles: [] } });
    const second = `POST /v1/pending-acts/${asked.json.pending}/confirm`;
    expect((await ask(server, second, { token: team.token('author') })).status).toBe(200);
    expect((await confirm('second')).json.detail).toBe('the person who asked for this is no longer an admin');
  });
});
