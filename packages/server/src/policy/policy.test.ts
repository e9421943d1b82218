import { setTimeout as wait } from 'node:timers/promises';
import { type Manifest, readManifest, readPolicyText } from '@permesso/protocol/bundle';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  ask,
  createTeam,
  enrol,
  type Answered,
  type Team,
  type TestAgent,
  type TestServer,
} from '../../test/harness.ts';
import { onTeams } from '../../test/on-server.ts';
import { approve } from '../../test/publish.ts';

let server: TestServer;
let team: Team;
let agent: TestAgent;

onTeams((made) => {
  ({ server, team, agent } = made);
});

const first = `
allow: [Read]
deny: ['Bash(rm:*)']
tests:
  - { call: Bash(rm -r x), expect: deny }
`;
const looser = `
allow: [Read, 'Bash(npm:*)']
deny: ['Bash(rm:*)']
tests:
  - { call: Bash(rm -r x), expect: deny }
  - { call: Bash(npm test), expect: allow }
`;
const failing = first.replace('expect: deny', 'expect: allow');

function write(text: string, who = 'author'): Promise<Answered> {
  return ask(server, `POST /v1/projects/${team.project}/policies`, {
    token: team.token(who),
    body: { text, note: 'because' },
  });
}

/** Reviewed by a second person where it must be. */
async function roll(
  body: { version: number; stage: string; share?: number },
  who = 'author',
): Promise<Answered> {
  if (body.stage !== 'report') await approve(server, team, body.version);
  return await ask(server, `POST /v1/projects/${team.project}/rollout`, { token: team.token(who), body });
}

async function manifest(serial = 0): Promise<Manifest> {
  const { status, json } = await ask(server, `GET /v1/bundles/${agent.channel}`);
  expect(status).toBe(200);
  return read(json, serial);
}

function read(json: unknown, serial = 0): Manifest {
  const found = readManifest(JSON.stringify(json), {
    publicKey: agent.organisationKey,
    organisation: team.organisation,
    project: team.project,
    serial,
    baseline: 0,
  });
  if (!found.ok) throw new Error(found.why);
  return found.value;
}

/** Servers hold manifests in memory and look a moment later. */
async function expectSoon(is: (found: Manifest) => boolean): Promise<Manifest> {
  const look = async (): Promise<Manifest | undefined> => {
    const found = await manifest();
    return is(found) ? found : undefined;
  };
  return await vi.waitUntil(look, { timeout: 120_000, interval: 50 });
}

describe('a version', () => {
  test('is numbered, hashed, tested and compared', async () => {
    expect((await write(first)).json).toMatchObject({ number: 1, objection: null });
    await roll({ version: 1, stage: 'all' });
    const second = await write(looser);
    expect(second.json).toMatchObject({ number: 2, objection: null, changes: [{ direction: 'looser' }] });
    const { json } = await ask(server, `GET /v1/projects/${team.project}/policies/2`, {
      token: team.token('viewer'),
    });
    expect(json).toMatchObject({ text: looser, note: 'because', author: team.people['author']?.person });
  });

  test.each([
    ['with failing tests', failing, '1 of 1 tests fail'],
    ['without tests', 'deny: [Bash]', 'it has no tests'],
    ['without rules', 'mode: default\ntests: [{ call: Read(x), expect: allow }]', 'it has no rules'],
  ])('%s is kept and cannot be published', async (_what, text, objection) => {
    expect((await write(text)).json).toMatchObject({ number: 1, objection });
    expect((await roll({ version: 1, stage: 'all' })).status).toBe(422);
    expect(await manifest()).not.toHaveProperty('policy');
  });

  test.each([
    ['a broken deny', "deny: ['Bash(']"],
    ['no YAML', '{{{'],
    ['a key that does not exist', 'denny: [Bash]'],
    ['a restriction that only a machine may set', 'deny: [Bash]\nrestrict: { onlyManagedAllow: true }'],
  ])('%s is not a version', async (_what, text) => {
    const { status, json } = await write(text);
    expect(status).toBe(422);
    expect(json.problems[0]).toMatch(/^team policy:\d+:\d+: error/);
  });

  test('needs the role', async () => {
    expect((await write(first, 'approver')).status).toBe(403);
    expect((await roll({ version: 1, stage: 'all' }, 'admin')).status).toBe(403);
    expect((await roll({ version: 9, stage: 'all' })).status).toBe(404);
  });

  test('two authors at once get two numbers', async () => {
    const found = await Promise.all(Array.from({ length: 6 }, () => write(first)));
    expect(found.map(({ json }) => json.number as number).toSorted((a, b) => a - b)).toEqual([
      1, 2, 3, 4, 5, 6,
    ]);
  });
});

describe('a bundle', () => {
  test('arrives signed, and its policy by hash from any cache', async () => {
    await write(first);
    await roll({ version: 1, stage: 'all' });
    const found = await expectSoon(({ policy }) => policy !== undefined);
    const digest = found.policy?.digest ?? '';
    const response = await ask(server, `GET /v1/bundles/${agent.channel}/policies/${digest}`);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(readPolicyText(response.json, found.policy ?? { version: 0, digest: '' })).toEqual({
      ok: true,
      value: first,
    });
  });

  test('is answered with 304 while it is the same', async () => {
    const one = await ask(server, `GET /v1/bundles/${agent.channel}`);
    const etag = one.headers.get('etag') ?? '';
    const same = await ask(server, `GET /v1/bundles/${agent.channel}`, {
      headers: { 'if-none-match': etag },
    });
    expect([same.status, same.json]).toEqual([304, '']);
    const other = await ask(server, `GET /v1/bundles/${agent.channel}`, {
      headers: { 'if-none-match': '"0"' },
    });
    expect(other.status).toBe(200);
  });

  test('a version that was never published cannot be fetched', async () => {
    const { json } = await write(first);
    const path = `GET /v1/bundles/${agent.channel}/policies/${json.digest}`;
    expect((await ask(server, path)).status).toBe(404);
  });

  test('a channel that nobody has is not found, and another project has another', async () => {
    expect((await ask(server, `GET /v1/bundles/${'x'.repeat(32)}`)).status).toBe(404);
    const other = await createTeam(server, `other-than-${team.name}`);
    const stranger = await enrol(server, other.enrolment);
    expect(stranger.channel).not.toBe(agent.channel);
    const theirs = await ask(server, `GET /v1/bundles/${stranger.channel}`);
    expect(() => read(theirs.json)).toThrow("its signature is not the organisation's");
  });

  test('serials only go up, also when many change it at once', async () => {
    const before = await manifest();
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        ask(server, 'PUT /v1/freeze', {
          token: team.token('admin'),
          body: { what: 'project', id: team.project, reason: index % 2 === 0 ? 'x' : null },
        }),
      ),
    );
    await expectSoon(({ serial }) => serial >= before.serial + 8);
  });
});

describe('a roll-out', () => {
  beforeEach(async () => {
    await write(first);
    await roll({ version: 1, stage: 'all' });
    await write(looser);
  });

  test('goes from reports over a share to all', async () => {
    await roll({ version: 2, stage: 'report' });
    expect(await expectSoon(({ candidate }) => candidate !== undefined)).toMatchObject({
      policy: { version: 1 },
      candidate: { version: 2, stage: 'report', share: 0 },
    });
    await roll({ version: 2, stage: 'share', share: 25 });
    await expectSoon(({ candidate }) => candidate?.share === 25);
    await roll({ version: 2, stage: 'all' });
    expect(await expectSoon(({ policy }) => policy?.version === 2)).not.toHaveProperty('candidate');
  });

  test('is taken back by hand, and goes back to an older version', async () => {
    await roll({ version: 2, stage: 'share', share: 25 });
    const stop = (): Promise<Answered> =>
      ask(server, `DELETE /v1/projects/${team.project}/rollout`, { token: team.token('author') });
    expect([(await stop()).status, (await stop()).status]).toEqual([204, 409]);
    await roll({ version: 2, stage: 'all' });
    await roll({ version: 1, stage: 'all' });
    await expectSoon(({ policy, candidate }) => policy?.version === 1 && candidate === undefined);
  });

  function count(sequence: number, counts: object): Promise<Answered> {
    return agent.ask('POST /v1/agent/counts', { body: { sequence, counts: [counts] } });
  }

  test('stops by itself when denials jump', async () => {
    await roll({ version: 2, stage: 'share', share: 50 });
    await count(1, { version: 1, obeyed: true, decisions: 200, denials: 2 });
    await count(2, { version: 2, obeyed: true, decisions: 40, denials: 40 });
    expect(await expectSoon(({ candidate }) => candidate !== undefined)).toBeDefined();
    await count(3, { version: 2, obeyed: true, decisions: 40, denials: 10 });
    await expectSoon(({ policy, candidate }) => policy?.version === 1 && candidate === undefined);
    const { json } = await ask(server, 'GET /v1/acts', { token: team.token('admin') });
    expect(json.acts[0]).toMatchObject({
      actor: 'server',
      act: 'policy.stop',
      detail: { version: 2, why: 'denials jumped' },
    });
  });

  test('counts what is sent twice once', async () => {
    await roll({ version: 2, stage: 'report' });
    const sent = { version: 2, obeyed: false, decisions: 10, denials: 1, asks: 2 };
    expect([(await count(1, sent)).status, (await count(1, sent)).status]).toEqual([204, 204]);
    const { json } = await ask(server, `GET /v1/projects/${team.project}/rollout`, {
      token: team.token('viewer'),
    });
    expect(json.counts).toEqual([
      { version: 2, obeyed: false, agents: 1, decisions: 10, denials: 1, asks: 2 },
    ]);
  });

  test('one agent alone weighs a thousand decisions at most', async () => {
    await roll({ version: 2, stage: 'report' });
    await count(1, { version: 2, obeyed: false, decisions: 1_000_000, denials: 500_000 });
    const { json } = await ask(server, `GET /v1/projects/${team.project}/rollout`, {
      token: team.token('viewer'),
    });
    expect(json.counts).toMatchObject([{ decisions: 1000, denials: 500 }]);
  });
});

describe('a freeze', () => {
  function freeze(body: object, who = 'admin'): Promise<Answered> {
    return ask(server, 'PUT /v1/freeze', { token: team.token(who), body });
  }

  test('reaches a waiting agent within a second', async () => {
    const { serial } = await manifest();
    const waiting = ask(server, `GET /v1/bundles/${agent.channel}/newer?serial=${serial}&seconds=20`);
    await wait(100);
    const began = performance.now();
    expect((await freeze({ what: 'organisation', reason: 'incident' })).status).toBe(204);
    expect(read((await waiting).json)).toMatchObject({ frozen: 'incident' });
    expect(performance.now() - began).toBeLessThan(10_000);
    await freeze({ what: 'organisation', reason: null });
    await expectSoon((found) => found.frozen === undefined);
  });

  test('is for one agent or one project as well', async () => {
    await freeze({ what: 'agent', id: agent.id, reason: 'stolen' });
    await expectSoon(({ frozenAgents }) => frozenAgents.some((each) => each.agent === agent.id));
    await freeze({ what: 'project', id: team.project, reason: 'audit' });
    await expectSoon(({ frozen }) => frozen === 'audit');
  });

  test('is refused without the role, and of what is not there', async () => {
    expect((await freeze({ what: 'organisation', reason: 'x' }, 'author')).status).toBe(403);
    expect((await freeze({ what: 'agent', id: team.project, reason: 'x' })).status).toBe(404);
    expect((await freeze({ what: 'organisation', id: team.project, reason: 'x' })).status).toBe(400);
  });

  test('waiting for nothing ends in time', async () => {
    const { serial } = await manifest();
    const { status } = await ask(server, `GET /v1/bundles/${agent.channel}/newer?serial=${serial}&seconds=1`);
    expect(status).toBe(304);
  });
});
