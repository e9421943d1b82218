import { describe, expect, test } from 'vitest';
import { ask, createTeam, inspect, type Answered, type Team, type TestServer } from '../../test/harness.ts';
import { onTeams } from '../../test/on-server.ts';
import { approve, publish } from '../../test/publish.ts';

let server: TestServer;
let team: Team;

onTeams(
  (made) => {
    ({ server, team } = made);
  },
  { second: ['author'], both: ['author', 'admin'] },
);

const tests = 'tests: [{ call: Bash(git push), expect: ask }]\n';
const strict = `ask: ['Bash(git push:*)']\ndeny: ['Bash(curl:*)']\n${tests}`;
const looser = `allow: ['Bash(npm test)']\n${strict}`;
const tighter = strict.replace("['Bash(curl:*)']", "['Bash(curl:*)', 'Bash(sudo:*)']");
const loosest = `allow: ['Bash(npm:*)']\n${strict}`;

const path = (project = team.project): string => `/v1/projects/${project}`;

function back(version: number, who = 'author', project = team.project): Promise<Answered> {
  return ask(server, `POST ${path(project)}/rollout/back`, { token: team.token(who), body: { version } });
}

function roll(version: number, who = 'author'): Promise<Answered> {
  return ask(server, `POST ${path()}/rollout`, { token: team.token(who), body: { version, stage: 'all' } });
}

async function add(text: string, project = team.project, who = 'author'): Promise<number> {
  const body = { text, note: 'because' };
  return (await ask(server, `POST ${path(project)}/policies`, { token: team.token(who), body })).json.number;
}

async function way(): Promise<{ current: number | null; back: unknown }> {
  const { json } = await ask(server, `GET ${path()}/rollout`, { token: team.token('viewer') });
  return { current: json.current, back: json.back };
}

async function versionOf(number: number): Promise<Answered['json']> {
  return (await ask(server, `GET ${path()}/policies/${number}`, { token: team.token('viewer') })).json;
}

/** A reviewed version, and a stricter one that replaced it. */
async function replaced(): Promise<void> {
  await publish(server, team, { text: looser });
  await publish(server, team, { text: strict });
}

const age = (hours: number): Promise<unknown> =>
  inspect(server.databaseUrl, `update policy_activations set at = at - make_interval(hours => ${hours})`);

describe('going back', () => {
  test.each(['author', 'second', 'admin'])(
    'to the version that was active before takes one person, is on record and tells people: %s',
    async (who) => {
      const hook = { kind: 'webhook', project: null, address: 'http://127.0.0.1:9/x', about: 'machines' };
      await ask(server, 'POST /v1/hooks', { token: team.token('admin'), body: hook });
      await replaced();
      expect(await way()).toEqual({
        current: 2,
        back: { version: 1, until: expect.any(String), objection: null },
      });
      expect((await back(1, who)).status).toBe(204);
      expect((await way()).current).toBe(1);
      const { json } = await ask(server, 'GET /v1/acts', { token: team.token('admin') });
      expect(json.acts.find(({ act }: { act: string }) => act === 'policy.go-back')).toMatchObject({
        actor: `person:${team.people[who]?.person}`,
        subject: team.project,
        detail: { version: 1, from: 2, looser: ['allow Bash(npm test)'] },
      });
      const told = await inspect(
        server.databaseUrl,
        `select changes from machine_notices n join deliveries d on d.notice = n.id where n.organisation = $1`,
        [team.organisation],
      );
      expect(told).toMatchObject([{ changes: { from: 2, to: 1, by: team.people[who]?.person } }]);
    },
  );

  test.each(['viewer', 'approver', 'owner'])('is nothing for others: %s', async (who) => {
    await replaced();
    expect((await back(1, who)).status).toBe(403);
    expect((await way()).current).toBe(2);
  });

  test('ends a version that is rolling out', async () => {
    await replaced();
    await add(strict.replace('curl', 'wget'));
    await ask(server, `POST ${path()}/rollout`, {
      token: team.token('author'),
      body: { version: 3, stage: 'report' },
    });
    expect((await back(1)).status).toBe(204);
    const { json } = await ask(server, `GET ${path()}/rollout`, { token: team.token('viewer') });
    expect(json).toMatchObject({ current: 1, candidate: null });
  });
});

describe('going back is no way around review', () => {
  const expectRefused = async (number: number, why: RegExp | string, who = 'author'): Promise<void> => {
    const before = (await way()).current;
    expect(await back(number, who)).toMatchObject({
      status: 409,
      json: { detail: expect.stringMatching(why) },
    });
    expect((await way()).current).toBe(before);
  };

  test('to a version that was never active, reviewed or not', async () => {
    await replaced();
    await add(loosest);
    await expectRefused(3, 'version 3 was not active before');
    await approve(server, team, 3);
    await expectRefused(3, 'version 3 was not active before');
    await expectRefused(4, 'version 4 was not active before');
    await expectRefused(2, 'version 2 was not active before');
  });

  test('to one that was active before the one before', async () => {
    await publish(server, team, { text: loosest });
    await replaced();
    await expectRefused(1, 'version 1 was not active before');
    expect((await back(2)).status).toBe(204);
    await expectRefused(1, 'version 1 was not active before');
  });

  test('that was in shadow or at a share of the machines only', async () => {
    await publish(server, team, { text: looser, stage: 'share' });
    await publish(server, team, { text: strict });
    expect(await back(1)).toMatchObject({ status: 409 });
  });

  test('after 24 hours', async () => {
    await replaced();
    await age(23);
    expect((await way()).back).toMatchObject({ objection: null });
    await age(1);
    await expectRefused(1, 'replaced more than 24 hours ago');
    expect((await way()).back).toMatchObject({ objection: expect.stringContaining('24 hours') });
  });

  test('the 24 hours do not begin again: by rolling the active one out once more', async () => {
    await replaced();
    await age(24);
    expect((await roll(2)).status).toBe(204);
    await expectRefused(1, 'replaced more than 24 hours ago');
  });

  test('the 24 hours do not begin again: by going back and forth', async () => {
    await replaced();
    expect((await back(1)).status).toBe(204);
    await expectRefused(2, 'the way back already');
    expect((await roll(2)).status).toBe(204);
    await expectRefused(1, 'the way back already');
    // After another review it counts again.
    await approve(server, team, 1);
    expect((await roll(1)).status).toBe(204);
    expect((await roll(2)).status).toBe(204);
    expect((await back(1)).status).toBe(204);
  });

  test('the 24 hours do not begin again: by another version between', async () => {
    await replaced();
    await age(24);
    await publish(server, team, { text: tighter });
    await expectRefused(1, 'not active before');
  });

  test('to one that somebody has rejected since', async () => {
    await replaced();
    const { digest, review } = await versionOf(1);
    const body = { digest, base: review.base, verdict: 'reject' };
    await ask(server, `POST ${path()}/policies/1/review`, { token: team.token('second'), body });
    await expectRefused(1, 'it was rejected in review');
  });

  test('to one that its author alone could publish, because nobody else was there', async () => {
    const name = `alone-${team.name}`;
    await server.operator.addOrganisation(name);
    const only = await server.operator.addPerson({
      organisation: name,
      email: `only@${name}.example`,
      roles: ['admin', 'author'],
    });
    const token = (): string => only.token;
    const { json } = await ask(server, 'POST /v1/projects', { token: only.token, body: { name: 'main' } });
    const alone = { project: json.id as string, token };
    await publish(server, alone, { text: looser });
    // Only stricter than what nobody agreed to.
    await publish(server, alone, {
      text: `allow: ['Bash(npm test)']
${tighter}`,
    });
    await server.operator.addPerson({ organisation: name, email: `b@${name}.example`, roles: ['author'] });
    await publish(server, alone, { text: tighter });
    for (const number of [1, 2])
      expect(
        (
          await ask(server, `POST ${path(json.id)}/rollout/back`, {
            token: only.token,
            body: { version: number },
          })
        ).status,
      ).toBe(409);
  });

  test('where the baseline was made looser since, and the other way round', async () => {
    const { json } = await ask(server, 'GET /v1/baseline', { token: team.token('admin') });
    const people = (who: string): string => team.token(who === 'author' ? 'both' : who);
    const baseline = { project: json.id as string, token: people };
    await publish(server, baseline, { text: strict });
    await replaced();
    await publish(server, baseline, { text: looser });
    await expectRefused(1, 'the baseline was made looser since');
    // Stricter again: two texts that were never obeyed together.
    await publish(server, baseline, { text: tighter });
    await expectRefused(1, 'the baseline was made looser since');
    await publish(server, team, { text: loosest });
    expect(await back(2, 'both', json.id)).toMatchObject({
      status: 409,
      json: { detail: expect.stringContaining('the policy of a project was made looser since') },
    });
  });

  test('about the baseline, which takes an admin', async () => {
    const { json } = await ask(server, 'GET /v1/baseline', { token: team.token('admin') });
    const baseline = { project: json.id as string, token: () => team.token('both') };
    await publish(server, baseline, { text: strict });
    await publish(server, baseline, { text: tighter });
    for (const who of ['author', 'approver', 'viewer'])
      expect([who, (await back(1, who, json.id)).status]).toEqual([who, 403]);
    expect((await back(1, 'admin', json.id)).status).toBe(204);
  });

  test('by somebody of another organisation', async () => {
    await replaced();
    const other = await createTeam(server, `other-${team.name}`);
    const asked = ask(server, `POST ${path()}/rollout/back`, {
      token: other.token('author'),
      body: { version: 1 },
    });
    expect((await asked).status).toBe(404);
  });

  test('by twenty at once: one of them', async () => {
    await replaced();
    const all = await Promise.all(Array.from({ length: 20 }, () => back(1)));
    expect(all.filter(({ status }) => status === 204)).toHaveLength(1);
  });
});

describe('reviews and comparisons stay with the version', () => {
  test('when it is active, was replaced, and when its reviewer has left', async () => {
    await publish(server, team, { text: strict });
    await publish(server, team, { text: looser });
    const frozen = {
      base: 1,
      looser: ['allow Bash(npm test)'],
      reviews: [{ name: `admin@${team.name}.example`, verdict: 'approve', comment: null }],
    };
    expect((await versionOf(2)).review).toMatchObject({ state: 'approved', ...frozen });
    // Straight to everybody: a stage that was skipped is not shown as taken.
    expect((await versionOf(2)).stages).toEqual(['all']);
    await inspect(server.databaseUrl, 'update people set disabled_at = now() where id = $1', [
      team.people['admin']?.person,
    ]);
    await inspect(server.databaseUrl, `update policy_reviews set verdict = 'reject' where version = 2`);
    expect((await versionOf(2)).review).toMatchObject({ state: 'approved', ...frozen });
    await roll(1);
    expect((await versionOf(2)).activations).toMatchObject([
      { ...frozen, review: 'approved', byName: `author@${team.name}.example` },
    ]);
    await back(2);
    expect((await versionOf(2)).review).toMatchObject({ state: 'approved', ...frozen });
    expect((await versionOf(2)).activations).toMatchObject([
      { base: 1, looser: ['allow Bash(npm test)'], reviews: [], review: null },
      { ...frozen, review: 'approved' },
    ]);
  });
});
