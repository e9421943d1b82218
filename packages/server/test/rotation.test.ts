import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Manifest,
  manifestKey,
  newSigningKey,
  readManifest,
  signManifest,
  signSuccession,
} from '@permesso/protocol/bundle';
import { pino } from 'pino';
import { readMembership, syncTeam } from '@permesso/gate/team';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runServeCommand } from '../src/index.ts';
import { serve, type RunningServer } from '../src/serve.ts';
import { secretFrom } from '../src/settings.ts';
import { ask, createTeam, enrol, inspect, startTestServer, type Team, type TestServer } from './harness.ts';
import { joinedMachine, soon, type Machine } from './machine.ts';
import { publish } from './publish.ts';

const [old, fresh] = ['a secret of thirty-two characters', 'another secret of 32 characters!!'];
let server: TestServer;
let team: Team;
let machine: Machine;
const others: RunningServer[] = [];

beforeEach(async () => {
  server = await startTestServer();
  team = await createTeam(server, 'acme');
  machine = await joinedMachine(server, team);
});

afterEach(async () => {
  for (const other of others.splice(0)) await other.stop();
  await server.end();
  machine.remove();
});

const policy = (denied: string): string =>
  `allow: ['Bash(npm test)']\ndeny: ['Bash(${denied}:*)']\ntests: [{ call: Bash(${denied} x), expect: deny }]\n`;

async function type(operands: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const said: string[] = [];
  await runServeCommand({
    operands,
    roles: [],
    json: false,
    env: { DATABASE_URL: server.databaseUrl, PERMESSO_LOG: 'silent', ...env },
    print: (text) => said.push(text),
    ended: new Promise(() => undefined),
  });
  return said.join('\n');
}

async function start(secret: string, other?: string): Promise<RunningServer> {
  const settings = { ...server.settings, secret: secretFrom(secret, other) };
  const running = await serve(settings, { log: pino({ level: 'silent' }) });
  others.push(running);
  return running;
}

async function synced(version: number): Promise<void> {
  await soon(async () => {
    const { stdout } = await machine.permesso('team', 'sync');
    return stdout.includes(`Policy version ${version}`);
  });
}

describe('PERMESSO_SECRET', () => {
  test('is replaced while servers run, and the old one opens nothing afterwards', async () => {
    await ask(server, 'POST /v1/hooks', {
      token: team.token('admin'),
      body: { kind: 'webhook', project: null, address: 'http://127.0.0.1:9/hook' },
    });
    // Each step of the page: servers that know both, servers that seal with the new one, everything sealed again.
    const between = await start(old, fresh);
    const later = await start(fresh, old);
    await publish(between, team, { text: policy('curl') });
    await publish(later, team, { text: policy('ssh') });
    expect(await type(['rotate-secret'], { PERMESSO_SECRET: fresh, PERMESSO_OTHER_SECRET: old })).toMatch(
      /^sealed {8}2$/,
    );
    await publish(between, team, { text: policy('telnet') });
    const done = await start(fresh);
    await publish(done, team, { text: policy('nc') });
    await synced(4);
    await expect(type(['rotate-secret'], { PERMESSO_SECRET: old })).rejects.toThrow(
      'PERMESSO_SECRET does not match',
    );
  });

  test('that neither secret opens changes nothing', async () => {
    await expect(
      type(['rotate-secret'], { PERMESSO_SECRET: fresh, PERMESSO_OTHER_SECRET: 'z'.repeat(32) }),
    ).rejects.toThrow('PERMESSO_SECRET does not match');
    await publish(server, team, { text: policy('curl') });
  });
});

describe('the signing key', () => {
  const rotate = (): Promise<string> => type(['rotate-key', 'acme'], { PERMESSO_SECRET: old });

  test('is followed by agents, proofs from before and after verify, the old key signs nothing more', async () => {
    await publish(server, team, { text: policy('curl') });
    await synced(1);
    await machine.hook('npm test');
    await synced(1);
    const [before, after] = [join(machine.home, 'before.json'), join(machine.home, 'after.json')];
    expect((await machine.permesso('team', 'evidence', before)).code).toBe(0);
    const pinned = machine.membership.organisationKey;

    expect(await rotate()).toMatch(/^number {8}2\nkey {11}[\w-]{43}$/);
    expect(await rotate()).toMatch(/^number {8}3\n/);
    await publish(server, team, { text: policy('ssh') });
    await synced(2);
    const held = readMembership(machine.teamDirectory);
    expect(held?.organisationKey.equals(pinned)).toBe(false);
    expect(held?.earlierKeys).toEqual([pinned]);
    expect((await machine.permesso('team', 'status')).code).toBe(0);
    expect(await machine.hook('npm test')).toBe('allow');
    await synced(2);
    await soon(async () => {
      await machine.permesso('team', 'evidence', after);
      return !readFileSync(after, 'utf8').includes(checkpointOf(before));
    });
    for (const file of [before, after])
      expect((await machine.permesso('log', 'verify', '--server', file)).stdout).toContain(
        'is proven to hold',
      );

    // One that enrols now believes the new key, and knows those that signed what there is.
    const late = await enrol(server, team.enrolment);
    expect(late.organisationKey).toEqual(held?.organisationKey);
    const rows = await inspect<{ number: number; bytes: number }>(
      server.databaseUrl,
      'select number, octet_length(sealed_private_key) as bytes from signing_keys order by number',
    );
    expect(rows.map(({ bytes }) => bytes > 0)).toEqual([false, false, true]);
  });

  test('of before is worth nothing to a machine that has followed, also in a process that still holds it', async () => {
    const leaked = newSigningKey();
    // As if the key of the organisation had been this one, which somebody else has, too.
    const next = newSigningKey();
    const { organisation, project } = machine.membership;
    const manifest = (serial: number): Manifest => ({
      v: 1,
      organisation,
      project,
      serial,
      issuedAt: new Date().toISOString(),
      frozenAgents: [],
      pollSeconds: 60,
    });
    const keys = [signSuccession({ organisation, publicKey: next.publicKey }, leaked.privateKey)];
    const expected = { publicKey: leaked.publicKey, organisation, project, serial: 0, baseline: 0 };
    const followed = signManifest(manifest(1), next.privateKey, keys);
    expect(readManifest(followed, expected).ok).toBe(true);
    expect(Buffer.from(manifestKey(followed, expected))).toEqual(next.publicKey);
    const repinned = { ...expected, publicKey: next.publicKey };
    for (const forged of [
      signManifest(manifest(2), leaked.privateKey),
      signManifest(manifest(2), leaked.privateKey, keys),
      // A successor that only the attacker vouches for.
      signManifest(manifest(2), newSigningKey().privateKey, [
        signSuccession({ organisation, publicKey: newSigningKey().publicKey }, leaked.privateKey),
      ]),
    ])
      expect(readManifest(forged, repinned)).toEqual({
        ok: false,
        why: "its signature is not the organisation's",
      });
    // Of another organisation, or of nobody.
    const elsewhere = [
      signSuccession({ organisation: 'other', publicKey: next.publicKey }, leaked.privateKey),
    ];
    expect(readManifest(signManifest(manifest(2), next.privateKey, elsewhere), expected).ok).toBe(false);
    for (const hostile of [null, 7, 'x', [null], [{ publicKey: 1 }], [{ publicKey: 'AA', signature: 'AA' }]])
      expect(manifestKey(JSON.stringify({ keys: hostile }), expected)).toEqual(leaked.publicKey);
  });

  test('a process that pinned the old key takes no manifest that only the old key signed', async () => {
    await publish(server, team, { text: policy('curl') });
    await synced(1);
    const stale = machine.membership;
    const file = join(machine.teamDirectory, 'membership.json');
    const other = newSigningKey();
    const held = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    writeFileSync(file, JSON.stringify({ ...held, organisationKey: other.publicKey.toString('base64url') }));
    expect(await syncTeam(machine.teamDirectory, stale)).toMatchObject({
      is: 'refused',
      why: "its signature is not the organisation's",
    });
  });

  function checkpointOf(file: string): string {
    const { checkpoint } = JSON.parse(readFileSync(file, 'utf8')) as { checkpoint: { signature: string } };
    return checkpoint.signature;
  }
});
