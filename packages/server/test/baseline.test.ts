import { hash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { readFileSync, writeFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createTeamGate, syncTeam, type Synced, type TeamGate } from '@permesso/gate/team';
import { type Manifest, signManifest } from '@permesso/protocol/bundle';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { organisationKey } from '../src/identity/organisation-key.ts';
import { baselineId, publishBaseline } from './baseline.ts';
import { ask, createTeam, enrol, type Team, type TestServer } from './harness.ts';
import { joinedMachine, soon, type Machine } from './machine.ts';
import { onServer } from './on-server.ts';
import { publish } from './publish.ts';
import { question } from './question.ts';

let server: TestServer;
let team: Team;
let machine: Machine;
let teams = 0;
const gates: TeamGate[] = [];

onServer((made) => {
  server = made;
});

const base = `
ask: ['Bash(git push:*)']
deny: ['Bash(curl:*)']
tests: [{ call: Bash(curl x), expect: deny }]
`;
const own = `
allow: ['Bash(npm test)', 'Bash(curl:*)', 'Bash(git push:*)']
deny: ['Bash(ssh:*)']
tests: [{ call: Bash(ssh x), expect: deny }]
`;

beforeEach(async () => {
  team = await createTeam(server, `team-${++teams}`);
  machine = await joinedMachine(server, team);
});

afterEach(() => {
  for (const gate of gates.splice(0)) gate.close();
  machine.remove();
});

function decide(command: string): string {
  const gate = createTeamGate({ ...machine.places, cwd: machine.work });
  gates.push(gate);
  return gate.explain({ tool: 'Bash', input: { command }, cwd: machine.work }).decision.verdict;
}

const inTeam = (name: string): string => join(machine.teamDirectory, name);
const sync = (): Promise<Synced> => syncTeam(machine.teamDirectory, machine.membership);

/** Until the machine holds these versions of the project's policy and of the baseline. */
async function holds(version: number | undefined, baseline: number | undefined): Promise<void> {
  await soon(async () => {
    const found = await sync();
    if (!('manifest' in found)) return false;
    const { policy, baseline: below } = found.manifest;
    return policy?.version === version && below?.policy?.version === baseline;
  });
}

describe('every agent of every project obeys both', () => {
  test('what the baseline denies or asks about, no policy of a project allows', async () => {
    await publishBaseline(server, team, { text: base });
    await publish(server, team, { text: own });
    await holds(1, 1);
    expect(['npm test', 'curl x', 'git push', 'ssh x'].map(decide)).toEqual(['allow', 'deny', 'ask', 'deny']);
    // Another project of the organisation, which has no policy of its own.
    const token = team.token('admin');
    const { json } = await ask(server, 'POST /v1/projects', { token, body: { name: 'other' } });
    const owner = team.people['owner']?.person;
    const enrolment = await ask(server, 'POST /v1/enrolments', {
      token,
      body: { project: json.id, owner, uses: 1, minutes: 5 },
    });
    machine.remove();
    machine = await joinedMachine(server, { ...team, project: json.id, enrolment: enrolment.json.token });
    await holds(undefined, 1);
    expect(['npm test', 'curl x', 'git push', 'ssh x'].map(decide)).toEqual(['ask', 'deny', 'ask', 'ask']);
  });

  test('tests of a project run under the baseline, so an author learns that a deny cannot be lifted', async () => {
    await publishBaseline(server, team, { text: base });
    const text = 'allow: ["Bash(curl:*)"]\ntests: [{ call: Bash(curl x), expect: allow }]\n';
    const path = `/v1/projects/${team.project}`;
    const token = team.token('author');
    const { json } = await ask(server, `POST ${path}/policies`, { token, body: { text, note: 'curl' } });
    expect(json).toMatchObject({ objection: '1 of 1 tests fail', tests: [{ found: 'deny' }] });
    const body = { version: 1, stage: 'all' };
    expect((await ask(server, `POST ${path}/rollout`, { token, body })).status).toBe(422);
  });

  test('the mode of the baseline counts before the project chooses one', async () => {
    await publishBaseline(server, team, { text: `mode: dontAsk\n${base}` });
    await publish(server, team, {
      text: `mode: bypass\n${own.replace('deny', "ask: ['Bash(make:*)']\ndeny")}`,
    });
    await holds(1, 1);
    expect(decide('touch x')).toBe('deny');
  });

  test('an approval that the baseline forbids by now is not used', async () => {
    await publish(server, team, { text: own.replace("'Bash(curl:*)', ", '') });
    await holds(1, undefined);
    const enrolled = await enrol(server, team.enrolment);
    const call = { tool: 'Bash', input: { command: 'curl x' } };
    const { json } = await enrolled.ask('POST /v1/agent/approvals', { body: question({ call }) });
    const id = json.id as string;
    const path = `/v1/approvals/${id}`;
    const token = team.token('approver');
    const digest = 'a digest of the question';
    const body = { verdict: 'allow', digest };
    expect((await ask(server, `POST ${path}/answer`, { token, body })).status).toBe(200);
    await publishBaseline(server, team, { text: base });
    const used = await enrolled.ask(`POST /v1/agent/approvals/${id}/use`, {
      body: { callKey: 'a key of the call', digest },
    });
    expect([used.status, JSON.stringify(used.json)]).toEqual([
      409,
      expect.stringContaining('the baseline of the organisation denies this'),
    ]);
  });
});

describe('who may write it', () => {
  test('an admin of the organisation, with a second person where it gets looser; no author', async () => {
    const id = await baselineId(server, team);
    const path = `/v1/projects/${id}`;
    const body = { text: base, note: 'first' };
    expect((await ask(server, `POST ${path}/policies`, { token: team.token('author'), body })).status).toBe(
      403,
    );
    const token = team.token('admin');
    expect((await ask(server, `POST ${path}/policies`, { token, body })).status).toBe(201);
    const all = (version: number) => ({ version, stage: 'all' });
    const byAuthor = await ask(server, `POST ${path}/rollout`, { token: team.token('author'), body: all(1) });
    expect(byAuthor.status).toBe(403);
    expect((await ask(server, `POST ${path}/rollout`, { token, body: all(1) })).status).toBe(204);
    const looser = { text: base.replace('deny', 'allow: ["Bash(make:*)"]\ndeny'), note: 'looser' };
    expect((await ask(server, `POST ${path}/policies`, { token, body: looser })).status).toBe(201);
    const alone = await ask(server, `POST ${path}/rollout`, { token, body: all(2) });
    expect([alone.status, alone.json.review]).toEqual([409, 'needed']);
  });

  test('it is not a project: nobody enrols in it, holds a role in it, freezes it or lists it', async () => {
    const project = await baselineId(server, team);
    const token = team.token('admin');
    const owner = team.people['owner']?.person;
    const tries = {
      'POST /v1/enrolments': { project, owner, uses: 1, minutes: 5 },
      [`PUT /v1/people/${owner}/roles`]: { roles: [{ role: 'admin', project }] },
      'PUT /v1/group-roles': { groups: [{ group: 'x', role: 'admin', project }] },
      'PUT /v1/freeze': { what: 'project', id: project, reason: 'x' },
    };
    for (const [what, body] of Object.entries(tries)) {
      const { status } = await ask(server, what, { token, body });
      expect([what, [400, 404, 409, 422].includes(status), status]).toEqual([what, true, status]);
    }
    const { json } = await ask(server, 'GET /v1/projects', { token });
    expect((json.projects as { name: string }[]).map(({ name }) => name)).toEqual(['main']);
  });
});

/** A server in the place of the team's that answers with what a test says. */
async function standIn(answer: (path: string) => string | undefined): Promise<Server> {
  const fake = createServer((request, response) => {
    const text = answer(request.url ?? '');
    response.writeHead(text === undefined ? 404 : 200).end(text ?? '');
  });
  fake.listen(0, '127.0.0.1');
  await once(fake, 'listening');
  return fake;
}

const urlOf = (fake: Server): string => `http://127.0.0.1:${(fake.address() as AddressInfo).port}`;

/** The manifest that the machine holds, changed and signed by the organisation, as a broken or stolen server would. */
async function resigned(change: (manifest: Manifest) => Manifest): Promise<string> {
  const { manifest } = JSON.parse(readFileSync(inTeam('manifest.json'), 'utf8')) as { manifest: string };
  const { privateKey } = await server.database.asOrganisation(team.organisation, (on) =>
    organisationKey(on, team.organisation, server.settings.secret),
  );
  const before = JSON.parse(manifest) as Manifest;
  return signManifest({ ...change(before), serial: before.serial + 1 }, privateKey);
}

describe('what is not the signed baseline is not taken', () => {
  let held: string;
  beforeEach(async () => {
    await publishBaseline(server, team, { text: base });
    await publish(server, team, { text: own });
    await holds(1, 1);
    held = readFileSync(inTeam('baseline.yaml'), 'utf8');
  });

  async function refusedBy(answer: (path: string) => string | undefined): Promise<string> {
    const fake = await standIn(answer);
    try {
      const found = await syncTeam(machine.teamDirectory, { ...machine.membership, url: urlOf(fake) });
      // The pair that was good stays as it was.
      expect(readFileSync(inTeam('baseline.yaml'), 'utf8')).toBe(held);
      expect(readFileSync(inTeam('policy.yaml'), 'utf8')).toBe(own);
      expect(['npm test', 'curl x'].map(decide)).toEqual(['allow', 'deny']);
      return 'why' in found ? found.why : found.is;
    } finally {
      fake.close();
    }
  }

  test('a manifest without it, although one was seen', async () => {
    const text = await resigned(({ baseline: _withheld, ...rest }) => rest);
    expect(await refusedBy(() => text)).toBe("the organisation's baseline is missing in it");
  });

  test('an older one in a newer manifest', async () => {
    const text = await resigned((manifest) => ({
      ...manifest,
      baseline: { serial: (manifest.baseline?.serial ?? 0) - 1 },
    }));
    expect(await refusedBy(() => text)).toContain('the baseline in it is older than the last one');
  });

  test('a text that was tampered with on the way', async () => {
    const digest = 'a'.repeat(64);
    const text = await resigned((manifest) => ({
      ...manifest,
      baseline: { serial: manifest.baseline?.serial ?? 0, policy: { version: 2, digest } },
    }));
    const answer = (path: string): string => (path.includes('/policies/') ? 'allow: [Bash]\n' : text);
    expect(await refusedBy(answer)).toBe(
      "the organisation's baseline: it is not the policy that the manifest names",
    );
  });

  test('a new policy whose baseline cannot be had: neither is taken', async () => {
    const sha = (text: string): string => hash('sha256', text, 'hex');
    const next = `${own}# next\n`;
    const text = await resigned((manifest) => ({
      ...manifest,
      policy: { version: 2, digest: sha(next) },
      baseline: { serial: manifest.baseline?.serial ?? 0, policy: { version: 2, digest: sha('gone') } },
    }));
    const answer = (path: string): string | undefined =>
      path.endsWith(sha(next)) ? next : path.includes('/policies/') ? undefined : text;
    expect(await refusedBy(answer)).toBe("the organisation's baseline: the policy was answered with 404");
  });

  test('the digests of the two exchanged', async () => {
    const text = await resigned((manifest) => ({
      ...manifest,
      baseline: { serial: manifest.baseline?.serial ?? 0, policy: { version: 2, digest: 'b'.repeat(64) } },
    }));
    expect(await refusedBy((path) => (path.includes('/policies/') ? own : text))).toContain(
      'it is not the policy that the manifest names',
    );
  });

  test("another organisation's manifest, and its text at this organisation's address", async () => {
    const other = await createTeam(server, `other-${teams}`);
    const theirs = `${base}# theirs\n`;
    await publishBaseline(server, other, { text: theirs });
    const away = await joinedMachine(server, other);
    const text = readFileSync(join(away.teamDirectory, 'manifest.json'), 'utf8');
    away.remove();
    expect(await refusedBy(() => text)).toBe("its signature is not the organisation's");
    const { json } = await ask(server, `GET /v1/projects/${await baselineId(server, other)}/policies/1`, {
      token: other.token('viewer'),
    });
    const at = (channel: string): Promise<{ status: number }> =>
      ask(server, `GET /v1/bundles/${channel}/policies/${json.digest}`);
    expect((await at(machine.membership.channel)).status).toBe(404);
    expect((await at(away.membership.channel)).status).toBe(200);
  });
});

describe('without the server', () => {
  beforeEach(async () => {
    await publishBaseline(server, team, { text: base });
    await publish(server, team, { text: own });
    await holds(1, 1);
    // From now on nobody is there.
    for (const path of ['.local/state/permesso/team/membership.json', '.config/permesso/policy.yaml'])
      machine.write(
        path,
        readFileSync(join(machine.home, path), 'utf8').replaceAll(server.url, 'http://127.0.0.1:9'),
      );
  });

  test('a new process obeys both', async () => {
    expect(await machine.hook('npm test')).toBe('allow');
    expect(await machine.hook('curl x')).toBe('deny');
    const { code, stdout } = await machine.permesso('team', 'status');
    expect([code, stdout]).toEqual([0, expect.stringMatching(/Policy {2}version 1\nBase {4}version 1/)]);
  });

  test.each([
    ['changed', () => writeFileSync(inTeam('baseline.yaml'), 'allow: [Bash]\n')],
    ['removed', () => rmSync(inTeam('baseline.yaml'))],
    ['exchanged for the policy', () => writeFileSync(inTeam('baseline.yaml'), own)],
  ])('everything is denied where its file was %s', async (_how, happen) => {
    happen();
    expect(await machine.hookText('npm test')).toContain(
      "the file of the organisation's baseline is missing or was changed",
    );
    expect(await machine.hook('npm test')).toBe('deny');
  });

  test('one that nobody published and somebody put there denies everything too', async () => {
    const alone = await createTeam(server, `alone-${teams}`);
    machine.remove();
    machine = await joinedMachine(server, alone);
    await publish(server, alone, { text: own });
    await holds(1, undefined);
    writeFileSync(inTeam('baseline.yaml'), 'allow: [Bash]\n');
    expect(decide('npm test')).toBe('deny');
  });
});

describe('its rollout', () => {
  test('machines report what they hold of both, and an older client is outdated', async () => {
    await publishBaseline(server, team, { text: base });
    await publish(server, team, { text: own });
    await holds(1, 1);
    expect((await machine.permesso('team', 'sync')).code).toBe(0);
    const token = team.token('admin');
    const listed = async (): Promise<Record<string, unknown>> =>
      (await ask(server, 'GET /v1/machines', { token })).json.machines[0];
    expect(await listed()).toMatchObject({ policy: 1, current: 1, baselineHeld: 1, baseline: 1 });
    expect((await listed())['states']).not.toContain('outdated');
    const path = `/v1/projects/${await baselineId(server, team)}/rollout`;
    const { json } = await ask(server, `GET ${path}`, { token });
    expect(json.reported).toEqual({ machines: 1, silent: 0, held: [{ version: 1, machines: 1 }] });
    await publishBaseline(server, team, { text: `${base}# second\n` });
    expect((await listed())['states']).toContain('outdated');
  });

  test('a shadow is counted beside it, obeyed by nobody, and named as the baseline', async () => {
    await publishBaseline(server, team, { text: base });
    await publish(server, team, { text: own });
    await holds(1, 1);
    const stricter = base.replace('Bash(curl:*)', "Bash(curl:*)', 'Bash(npm:*)");
    await publishBaseline(server, team, { text: stricter, stage: 'report' });
    expect((await machine.permesso('team', 'sync')).code).toBe(0);
    await soon(async () => {
      const found = await sync();
      return 'manifest' in found && found.manifest.baseline?.candidate?.stage === 'report';
    });
    await machine.permesso('team', 'sync');
    for (let i = 0; i < 3; i++) expect(await machine.hook('npm test')).toBe('allow');
    await machine.permesso('team', 'sync');
    const path = `/v1/projects/${await baselineId(server, team)}/rollout`;
    const { json } = await ask(server, `GET ${path}`, { token: team.token('admin') });
    expect(json.counts).toEqual([
      { version: 1, obeyed: true, agents: 1, decisions: 3, denials: 0, asks: 0 },
      { version: 2, obeyed: false, agents: 1, decisions: 3, denials: 3, asks: 0 },
    ]);
  });
});
