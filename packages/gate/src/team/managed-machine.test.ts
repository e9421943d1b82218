import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newSigningKey, signManifest, signSuccession } from '@permesso/protocol/bundle';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { joinedTeam } from './joined-team.ts';
import { managedMachine } from './managed-machine.ts';
import { teamDirectory, writeMembership, type Membership } from '../disk/membership.ts';

const organisation = 'org';
const team = newSigningKey();
const membership: Membership = {
  url: 'https://team.example.com',
  agent: 'agent',
  organisation,
  project: 'project',
  channel: 'channel',
  organisationKey: team.publicKey,
  earlierKeys: [],
  privateKey: newSigningKey().privateKey,
};
const pin = {
  server: 'https://team.example.com',
  organisation,
  project: 'project',
  organisationKey: team.publicKey.toString('base64url'),
};

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'permesso-managed-'));
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

const places = (): { home: string; env: Record<string, string>; managed: string; cwd: string } => ({
  home,
  env: {},
  managed: join(home, 'etc/policy.d'),
  cwd: home,
});

function manage(said: object | string): void {
  mkdirSync(join(home, 'etc'), { recursive: true });
  writeFileSync(join(home, 'etc/managed.json'), typeof said === 'string' ? said : JSON.stringify(said));
}

function joinAs(held: Partial<Membership> = {}): void {
  writeMembership(teamDirectory(places()), { ...membership, ...held });
}

test('without a managed machine nothing changes: a policy names the team', () => {
  joinAs();
  expect(managedMachine(places())).toBeUndefined();
  expect(joinedTeam(places())).toBeUndefined();
});

test('the team of the machine counts, although no policy of the user names it', () => {
  manage(pin);
  joinAs();
  expect(joinedTeam(places())?.agent).toBe('agent');
});

test('a user who has not enrolled decides nothing', () => {
  manage(pin);
  expect(() => joinedTeam(places())).toThrow('not enrolled');
});

test.each<readonly [string, Partial<Membership>]>([
  ['server', { url: 'https://evil.example.com' }],
  ['organisation', { organisation: 'other' }],
  ['project', { project: 'lax' }],
  ['signing key', { organisationKey: newSigningKey().publicKey }],
])('a membership with another %s counts for nothing', (what, held) => {
  manage(pin);
  joinAs(held);
  expect(() => joinedTeam(places())).toThrow(`names another ${what}`);
});

test('a user who says that their own key follows the pinned one is not believed; one that the team signed is', () => {
  const next = newSigningKey();
  manage(pin);
  joinAs({ organisationKey: next.publicKey, earlierKeys: [team.publicKey] });
  const file = join(teamDirectory(places()), 'manifest.json');
  const manifest = {
    v: 1,
    organisation,
    project: 'project',
    serial: 1,
    issuedAt: '2026-11-17T00:00:00.000Z',
    frozenAgents: [],
    pollSeconds: 60,
  } as const;
  const forged = signSuccession({ organisation, publicKey: next.publicKey }, next.privateKey);
  writeFileSync(file, signManifest(manifest, next.privateKey, [forged]));
  expect(() => joinedTeam(places())).toThrow('names another signing key');
  const real = signSuccession({ organisation, publicKey: next.publicKey }, team.privateKey);
  writeFileSync(file, signManifest(manifest, next.privateKey, [real]));
  expect(joinedTeam(places())?.agent).toBe('agent');
});

test.each(['', '{}', '{"server":1}', '{"server":"https://x.example","project":3}'])(
  'a file that cannot be used frees no machine: %s',
  (text) => {
    manage(text);
    joinAs();
    expect(() => joinedTeam(places())).toThrow('cannot be used');
  },
);
