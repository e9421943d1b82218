import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { MachineDetail } from '@permesso/protocol/console';
import { ask, createTeam, type Team, type TestServer } from './harness.ts';
import { joinedMachine, soon, type Ended, type Machine } from './machine.ts';
import { onServer } from './on-server.ts';
import { publish } from './publish.ts';

/** A real machine reports, and people of the team see it: with the built `permesso` at both ends. */
let server: TestServer;
let team: Team;
let machine: Machine;
let teams = 0;

onServer((made) => {
  server = made;
});

beforeEach(async () => {
  team = await createTeam(server, `team-${++teams}`);
  machine = await joinedMachine(server, team);
});

afterEach(() => machine.remove());

const seen = async (): Promise<MachineDetail> => {
  const path = `/v1/machines/${machine.membership.agent}`;
  return (await ask(server, `GET ${path}`, { token: team.token('admin') })).json;
};

async function synced(): Promise<MachineDetail> {
  const { code, stderr } = await machine.permesso('team', 'sync');
  expect([code, stderr]).toEqual([0, '']);
  return await seen();
}

const machines = async (...args: readonly string[]): Promise<Ended> => {
  const file = join(machine.home, 'token');
  writeFileSync(file, team.token('admin'), { mode: 0o600 });
  return await machine.permesso('team', 'machines', '--token-file', file, ...args);
};

/** Claude Code as npm installs it: a link to a program inside its package. */
function installClaude(version: string): void {
  const folder = join(machine.home, 'lib/claude-code');
  mkdirSync(folder, { recursive: true });
  mkdirSync(join(machine.home, '.claude'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'claude-code', version }));
  writeFileSync(join(folder, 'cli.js'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  mkdirSync(join(machine.home, 'bin'), { recursive: true });
  rmSync(join(machine.home, 'bin/claude'), { force: true });
  symlinkSync(join(folder, 'cli.js'), join(machine.home, 'bin/claude'));
}

test('what a machine says after init, without a hook, observing, and with a broken policy', async () => {
  await publish(server, team, {
    text: 'deny: [Bash(curl:*)]\ntests: [{ call: Bash(curl x), expect: deny }]\n',
  });
  installClaude('2.1.34');
  let now = await synced();
  await soon(async () => (now = await synced()).policy === 1);
  const claude = (): object => now.hosts.find(({ name }) => name === 'claude-code') ?? {};
  expect(now.states[0]).toBe('unprotected');
  expect(claude()).toMatchObject({ hook: 'missing', canary: { result: 'unproven', at: null } });
  const { version } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../permesso/package.json'), 'utf8'),
  );
  expect(now).toMatchObject({
    client: version,
    platform: `${process.platform}-${process.arch}`,
    enforcement: 'enforced',
    current: 1,
  });
  expect(Math.abs(now.clockAheadMs ?? 1e9)).toBeLessThan(60_000);

  const init = await machine.permesso('init', '--host', 'claude-code', '--yes');
  expect(init.code).toBe(0);
  now = await synced();
  expect(claude()).toMatchObject({ hook: 'registered', canary: { result: 'unproven' } });

  machine.write('.config/permesso/policy.yaml', `team: ${server.url}\nenforce: false\n`);
  now = await synced();
  expect([now.enforcement, now.states[0]]).toEqual(['observe', 'unprotected']);
  machine.write('.config/permesso/policy.yaml', `team: ${server.url}\ndeny: ['Bash(']\n`);
  expect((await synced()).enforcement).toBe('denies all');
  const words = (await seen()).history.map(({ what, from, to }) => `${what} ${from} ${to}`);
  expect(words).toContain('hook missing registered');
  expect(words).toContain('enforcement enforced observe');
});

test('permesso team machines: a line for each, JSON, and no token that others can read', async () => {
  await synced();
  const listed = await machines();
  expect([listed.code, listed.stderr]).toEqual([0, '']);
  expect(listed.stdout.split('\n')[0]).toMatch(/^1 machine: 1 un/);
  expect(listed.stdout).toContain('a machine');
  for (const line of listed.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  const json = JSON.parse((await machines('--json')).stdout);
  expect(json.machines.map(({ agent }: { agent: string }) => agent)).toEqual([machine.membership.agent]);
  expect(JSON.parse((await machines('--json', '--state', 'revoked')).stdout).machines).toEqual([]);
  expect((await machines('--state', 'sleepy')).code).toBe(64);

  chmodSync(join(machine.home, 'token'), 0o644);
  const open = await machine.permesso('team', 'machines', '--token-file', join(machine.home, 'token'));
  expect([open.code, open.stdout]).toEqual([64, '']);
  expect(open.stderr).toContain('can be read by other users (mode 0644); fix: chmod 600');
  const clear = await machines('--server', 'http://permesso.example.com');
  expect([clear.code, clear.stderr]).toEqual([64, expect.stringContaining('in the clear')]);
});

test('a machine whose token was revoked is refused with the fix', async () => {
  const file = join(machine.home, 'wrong');
  writeFileSync(file, 'pmt_no-such-token', { mode: 0o600 });
  const { code, stderr } = await machine.permesso('team', 'machines', '--token-file', file);
  expect([code, stderr]).toEqual([1, expect.stringContaining('the token is not valid')]);
});
