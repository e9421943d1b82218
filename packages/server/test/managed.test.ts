import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { enrolPurpose, newSigningKey, signText } from '@permesso/protocol/bundle';
import { managedProblem } from '@permesso/gate/team-agent';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { enrolUsers, removeMembership } from '../../permesso/src/cli/managed/enrol-users.ts';
import type { MachineUser } from '../../permesso/src/managed/machine-users.ts';
import { ask, createTeam, type Team, type TestServer } from './harness.ts';
import { onServer } from './on-server.ts';

let server: TestServer;
let team: Team;
let folder: string;
let teams = 0;

onServer((started) => {
  server = started;
});

beforeEach(async () => {
  team = await createTeam(server, `managed-${++teams}`);
  folder = mkdtempSync(join(tmpdir(), 'permesso-users-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function newUser(name: string, uid = process.geteuid?.() ?? 0): MachineUser {
  const home = join(folder, name);
  mkdirSync(home, { mode: 0o700 });
  chmodSync(folder, 0o755);
  if (process.geteuid?.() === 0) chownSync(home, uid, uid);
  return { name, uid, gid: uid === process.geteuid?.() ? (process.getegid?.() ?? 0) : uid, home };
}

const membershipOf = ({ home }: MachineUser): string =>
  join(home, '.local/state/permesso/team/membership.json');

test('each user gets a key of their own; a second run enrols nobody; --remove takes only what it made', async () => {
  const users = [newUser('ann'), newUser('bob')];
  const machine = { server: server.url };
  const first = await enrolUsers({ machine, users, token: team.enrolment, isDryRun: false });
  expect(first.enrolments.map(({ user, is }) => [user, is])).toEqual([
    ['ann', 'enrolled'],
    ['bob', 'enrolled'],
  ]);
  const agents = first.enrolments.flatMap(({ agent }) => agent ?? []);
  expect(new Set(agents).size).toBe(2);
  expect(first.machine).toMatchObject({ server: server.url, project: team.project });
  expect(Buffer.from(first.machine.organisationKey ?? '', 'base64url')).toHaveLength(32);

  const second = await enrolUsers({ machine: first.machine, users, token: undefined, isDryRun: false });
  expect(second.enrolments.map(({ is }) => is)).toEqual(['in place', 'in place']);

  const [ann, bob] = users;
  if (ann === undefined || bob === undefined) throw new Error('nobody');
  expect(await removeMembership(ann, 'another')).toBe(false);
  expect(await removeMembership(ann, agents[0] ?? '')).toBe(true);
  expect([existsSync(membershipOf(ann)), existsSync(membershipOf(bob))]).toEqual([false, true]);
});

test('a server with another key than the pinned one enrols nobody', async () => {
  const user = newUser('ann');
  const machine = {
    server: server.url,
    organisationKey: newSigningKey().publicKey.toString('base64url'),
  };
  const { enrolments } = await enrolUsers({ machine, users: [user], token: team.enrolment, isDryRun: false });
  expect(enrolments).toEqual([
    { user: 'ann', is: 'failed', why: expect.stringContaining('another signing key') as string },
  ]);
  expect(existsSync(membershipOf(user))).toBe(false);
});

test('without a token, or with a wrong one, the user is told and nothing is kept', async () => {
  const user = newUser('ann');
  for (const token of [undefined, 'wrong'])
    expect(
      (await enrolUsers({ machine: { server: server.url }, users: [user], token, isDryRun: false }))
        .enrolments[0],
    ).toMatchObject({ is: 'failed' });
  expect(existsSync(membershipOf(user))).toBe(false);
});

test.runIf(process.geteuid?.() === 0)(
  'root writes as the user: the key is theirs alone, and a link to elsewhere leads nowhere',
  async () => {
    const ann = newUser('ann', 12_345);
    const { enrolments } = await enrolUsers({
      machine: { server: server.url },
      users: [ann],
      token: team.enrolment,
      isDryRun: false,
    });
    expect(enrolments[0]?.why).toBeUndefined();
    const found = lstatSync(membershipOf(ann));
    expect([found.uid, found.mode & 0o777]).toEqual([12_345, 0o600]);
    expect(process.geteuid?.()).toBe(0);

    const eve = newUser('eve', 12_346);
    const loot = join(folder, 'roots-own');
    mkdirSync(loot, { mode: 0o700 });
    symlinkSync(loot, join(eve.home, '.local'));
    const second = await enrolUsers({
      machine: { server: server.url },
      users: [eve],
      token: team.enrolment,
      isDryRun: false,
    });
    expect(second.enrolments[0]).toMatchObject({ user: 'eve', is: 'failed' });
    expect(existsSync(join(loot, 'state'))).toBe(false);
  },
);

test('a fleet token pins the team and enrols nobody: each user waits for their sign-in, and is told so', async () => {
  const made = await ask(server, 'POST /v1/enrolments', {
    token: team.token('admin'),
    body: { project: team.project, uses: 1, minutes: 60 },
  });
  const token: string = made.json.token;
  const users = [newUser('ann'), newUser('bob')];
  const run = { machine: { server: server.url }, users, token, isDryRun: false };
  const { enrolments, machine } = await enrolUsers(run);
  expect(enrolments.map(({ is }) => is)).toEqual(['waits for their sign-in', 'waits for their sign-in']);
  expect(machine).toMatchObject({ project: team.project, signIn: team.name });
  const directory = join(users[0]?.home ?? '', '.local/state/permesso/team');
  expect(managedProblem(machine, { directory, membership: undefined })).toContain('permesso team join');
  // A second run needs no token, and a stolen one is no machine.
  const again = await enrolUsers({ ...run, machine, token: undefined });
  expect(again.enrolments.map(({ is }) => is)).toEqual([
    'waits for their sign-in',
    'waits for their sign-in',
  ]);
  const key = newSigningKey();
  const stolen = await ask(server, 'POST /v1/enrol', {
    body: {
      token,
      name: 'a thief',
      publicKey: key.publicKey.toString('base64url'),
      proof: signText(token, enrolPurpose, key.privateKey),
    },
  });
  expect(stolen.status).toBe(403);
  // Revoking it ends it.
  await ask(server, `DELETE /v1/enrolments/${made.json.id}`, { token: team.token('admin') });
  await expect(enrolUsers(run)).rejects.toThrow('revoked');
});

test('a fleet token of a server with another key than the pinned one sets nothing up', async () => {
  const made = await ask(server, 'POST /v1/enrolments', {
    token: team.token('admin'),
    body: { project: team.project, uses: 1, minutes: 60 },
  });
  const organisationKey = newSigningKey().publicKey.toString('base64url');
  const machine = { server: server.url, organisationKey };
  await expect(
    enrolUsers({ machine, users: [newUser('ann')], token: made.json.token, isDryRun: false }),
  ).rejects.toThrow('another signing key');
});
