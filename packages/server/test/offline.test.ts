import { createServer } from 'node:http';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { scriptedApprover } from '@permesso/gate/approvers';
import { createTeamGate, syncTeam, type TeamGate } from '@permesso/gate/team';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openProxy, type Proxy } from './faults/proxy.ts';
import { ask, createTeam, inspect, type Team, type TestServer } from './harness.ts';
import { joinedMachine, soon, type Machine } from './machine.ts';
import { publish } from './publish.ts';
import { onServer } from './on-server.ts';

let server: TestServer;
let team: Team;
let proxy: Proxy;
let machine: Machine;
let teams = 0;
const gates: TeamGate[] = [];
const closing: (() => void)[] = [];

onServer((made) => {
  server = made;
});

const policyOf = (offline: string): string => `
${offline}
allow: ['Bash(npm test)']
ask: ['Bash(git push:*)']
deny: ['Bash(curl:*)']
tests: [{ call: Bash(curl x), expect: deny }]
`;

/** A machine that reaches the server through a proxy, with a policy of its team. */
async function setUp(offline: string): Promise<void> {
  team = await createTeam(server, `team-${++teams}`);
  proxy = await openProxy(() => Number(new URL(server.url).port));
  machine = await joinedMachine({ url: `http://127.0.0.1:${proxy.port}` }, team);
  await publish(server, team, { text: policyOf(offline) });
  await soon(async () => {
    const found = await syncTeam(machine.teamDirectory, machine.membership);
    return 'manifest' in found && found.manifest.policy?.version === 1;
  });
}

afterEach(async () => {
  vi.useRealTimers();
  for (const gate of gates.splice(0)) gate.close();
  for (const close of closing.splice(0)) close();
  await proxy.close();
  machine.remove();
});

/** An owner of the agent who approves everything that is put to them, on their own machine. */
function gateWith(options: object = {}): TeamGate {
  const gate = createTeamGate({
    ...machine.places,
    cwd: machine.work,
    approver: scriptedApprover(Array.from({ length: 9 }, () => ({ verdict: 'allow', by: 'owner' }) as const)),
    ...options,
  });
  gates.push(gate);
  return gate;
}

const calls = { theirs: 'git push', other: 'make all', allowed: 'npm test', denied: 'curl x' } as const;

async function verdicts(gate: TeamGate): Promise<Readonly<Record<keyof typeof calls, string>>> {
  const of = async (command: string): Promise<string> =>
    (await gate.authorize({ tool: 'Bash', input: { command }, cwd: machine.work })).verdict;
  return {
    theirs: await of(calls.theirs),
    other: await of(calls.other),
    allowed: await of(calls.allowed),
    denied: await of(calls.denied),
  };
}

/** A server that is there and cannot answer, in the place of the team's. */
async function answerOnly(status: number): Promise<void> {
  const broken = createServer((_, response) => response.writeHead(status).end('{}'));
  broken.listen(0, '127.0.0.1');
  await once(broken, 'listening');
  closing.push(() => broken.close());
  const to = `http://127.0.0.1:${(broken.address() as AddressInfo).port}`;
  for (const path of ['.local/state/permesso/team/membership.json', '.config/permesso/policy.yaml'])
    machine.write(
      path,
      readFileSync(join(machine.home, path), 'utf8').replaceAll(machine.membership.url, to),
    );
}

async function revoke(): Promise<void> {
  const path = `POST /v1/agents/${machine.membership.agent}/revoke`;
  expect((await ask(server, path, { token: team.token('admin') })).status).toBe(204);
}

const inTeam = (name: string): string => join(machine.teamDirectory, name);
const hour = 3_600_000;

/** Ways in which the team cannot be asked while its last policy still counts. */
const unreachable: Readonly<Record<string, () => Promise<object | void>>> = {
  'the proxy is stopped': () => proxy.close(),
  'the server answers 503': () => answerOnly(503),
  'the server answers 500': () => answerOnly(500),
  'the server answers 404': () => answerOnly(404),
  'the machine is revoked': revoke,
  'the clock is ahead': async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * hour });
  },
};

/** Ways in which what is here of the team's policy does not count. */
const noBundle: Readonly<Record<string, () => object | void>> = {
  'there is no bundle': () => {
    for (const name of ['manifest.json', 'newest.json', 'policy.yaml']) rmSync(inTeam(name));
  },
  'the manifest was changed': () => {
    const text = readFileSync(inTeam('manifest.json'), 'utf8');
    writeFileSync(inTeam('manifest.json'), text.replace('serial', 'seriaL'));
  },
  'the policy was changed': () => writeFileSync(inTeam('policy.yaml'), 'allow: [Bash]\n'),
  'the policy was removed': () => rmSync(inTeam('policy.yaml')),
  'the bundle is too old': () => ({ now: () => Date.now() + 73 * hour }),
  'the clock was set back': () => ({ now: () => Date.now() - hour }),
};

describe.each([['local'], ['deny'], ['']])('under offline: %s', (said) => {
  const offline = said === 'deny' ? 'deny' : 'local';
  beforeEach(() => setUp(said === '' ? '' : `offline: ${said}`));

  test.each(Object.entries(unreachable))(
    'nobody here approves what the team asks about: %s',
    async (_, happen) => {
      const options = (await happen()) ?? {};
      const expected = { theirs: 'deny', allowed: 'allow', denied: 'deny' };
      expect(await verdicts(gateWith(options))).toEqual({
        ...expected,
        other: offline === 'deny' ? 'deny' : 'allow',
      });
    },
  );

  test.each(Object.entries(noBundle))('everything is denied: %s', async (_, happen) => {
    const gate = gateWith(happen() ?? {});
    await proxy.close();
    expect(await verdicts(gate)).toEqual({
      theirs: 'deny',
      other: 'deny',
      allowed: 'deny',
      denied: 'deny',
    });
  });
});

test('an approval rule about every question leaves nothing to the owner', async () => {
  await setUp('offline: local');
  const body = { project: null, rule: '*', quorum: 2, answerMinutes: 60, escalateMinutes: null };
  await ask(server, 'POST /v1/approval-rules', { token: team.token('admin'), body });
  await soon(async () => {
    const found = await syncTeam(machine.teamDirectory, machine.membership);
    return 'manifest' in found && found.manifest.approvalRules?.includes('*') === true;
  });
  await proxy.close();
  expect(await verdicts(gateWith())).toMatchObject({ theirs: 'deny', other: 'deny', allowed: 'allow' });
});

test('an approver that a call brings, and the prompt of a host, answer nothing of the team either', async () => {
  await setUp('offline: local');
  await proxy.close();
  const gate = gateWith();
  const call = { tool: 'Bash', input: { command: 'git push' }, cwd: machine.work };
  const approver = scriptedApprover([{ verdict: 'allow', by: 'owner' }]);
  expect((await gate.authorize(call, { approver })).verdict).toBe('deny');
  expect((await gate.consult(call)).verdict).toBe('deny');
  expect((await gate.consult({ ...call, input: { command: 'make all' } })).verdict).toBe('ask');
});

test('a bundle is signed again before it is too old', async () => {
  await setUp('');
  const [before] = await inspect<{ serial: string }>(
    server.databaseUrl,
    `update channels set issued_at = now() - interval '7 hours' where organisation = $1 returning serial`,
    [team.organisation],
  );
  let serial = 0;
  await soon(async () => {
    const found = await syncTeam(machine.teamDirectory, machine.membership);
    serial = 'manifest' in found ? found.manifest.serial : 0;
    return serial !== Number(before?.serial);
  });
  expect(serial).toBeGreaterThan(Number(before?.serial));
});

describe('a revoked machine says so', () => {
  beforeEach(async () => {
    await setUp('offline: local');
    await revoke();
  });

  test('in sync, in status, with an exit code, and in every verdict; and no longer takes policies', async () => {
    const synced = await machine.permesso('team', 'sync');
    expect([synced.code, synced.stderr]).toEqual([3, expect.stringContaining('This machine is revoked')]);
    const status = await machine.permesso('team', 'status');
    expect([status.code, status.stdout]).toEqual([3, expect.stringContaining('Revoked This machine is')]);
    expect((await machine.permesso('team', 'status', '--json')).stdout).toContain('"is":"revoked"');
    for (const command of Object.values(calls))
      expect(await machine.hookText(command)).toContain('This machine is revoked');
    const before = readFileSync(inTeam('manifest.json'), 'utf8');
    await publish(server, team, { text: `${policyOf('')}# second\n` });
    await soon(async () => {
      expect((await syncTeam(machine.teamDirectory, machine.membership)).is).toBe('revoked');
      return readFileSync(inTeam('newest.json'), 'utf8') !== before;
    });
    expect(readFileSync(inTeam('manifest.json'), 'utf8')).toBe(before);
  });

  test('by the first question that is refused, and is frozen like any other', async () => {
    expect(await machine.hook('git push')).toBe('deny');
    expect(await machine.hookText('npm test')).toContain('This machine is revoked');
    const body = { what: 'organisation', reason: 'stolen' };
    await ask(server, 'PUT /v1/freeze', { token: team.token('admin'), body });
    await soon(async () => {
      await syncTeam(machine.teamDirectory, machine.membership);
      return (await machine.hook('npm test')) === 'deny';
    });
  });
});

test('a hook whose bundle is too old fetches it before it says no', async () => {
  await setUp('');
  rmSync(inTeam('policy.yaml'));
  expect(await machine.hook('npm test')).toBe('allow');
  rmSync(inTeam('manifest.json'));
  await proxy.close();
  expect(await machine.hook('npm test')).toBe('deny');
  expect((await machine.permesso('team', 'status')).code).toBe(4);
});
