import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTeamGate, syncTeam, type TeamGate } from '@permesso/gate/team';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ask, createTeam, type Team, type TestServer } from './harness.ts';
import { onServer } from './on-server.ts';
import { joinedMachine, soon, type Machine } from './machine.ts';
import { publish } from './publish.ts';

let server: TestServer;
let team: Team;
let machines: readonly Machine[];
let teams = 0;
const gates: TeamGate[] = [];

onServer((made) => {
  server = made;
});

const inForce = `
allow: ['Bash(npm:*)', 'Bash(make:*)']
deny: ['Bash(curl:*)']
tests: [{ call: Bash(curl x), expect: deny }]
`;
const tooStrict = inForce.replace("deny: ['Bash(curl:*)']", "deny: ['Bash(curl:*)', 'Bash(make:*)']");
const stricter = inForce.replace("deny: ['Bash(curl:*)']", "deny: ['Bash(curl:*)', 'Bash(wget:*)']");

beforeEach(async () => {
  team = await createTeam(server, `team-${++teams}`);
  machines = [await joinedMachine(server, team), await joinedMachine(server, team)];
  await publish(server, team, { text: inForce });
});

afterEach(() => {
  for (const gate of gates.splice(0)) gate.close();
  for (const machine of machines) machine.remove();
});

function gateOf(machine: Machine): TeamGate {
  const gate = createTeamGate({ ...machine.places, cwd: machine.work });
  gates.push(gate);
  return gate;
}

async function rollout(): Promise<{
  readonly current: number;
  readonly candidate: number | null;
  readonly stage: string | null;
  readonly counts: readonly Readonly<Record<string, number | boolean>>[];
}> {
  const path = `/v1/projects/${team.project}/rollout`;
  return (await ask(server, `GET ${path}`, { token: team.token('viewer') })).json;
}

/** Until every machine knows the version that is on its way. */
async function known(version: number, stage = 'report'): Promise<void> {
  for (const { teamDirectory, membership } of machines)
    await soon(async () => {
      const found = await syncTeam(teamDirectory, membership);
      const { candidate } = 'manifest' in found ? found.manifest : {};
      return candidate?.version === version && candidate.stage === stage;
    });
}

/** So many calls of which every fourth is `make`. */
async function work(machine: Machine, calls: number): Promise<TeamGate> {
  const gate = gateOf(machine);
  for (let call = 0; call < calls; call++) {
    const command = call % 4 === 0 ? 'make all' : `npm run test-${call}`;
    const { verdict } = await gate.authorize({ tool: 'Bash', input: { command }, cwd: machine.work });
    expect([command, verdict]).toEqual([command, 'allow']);
  }
  return gate;
}

describe('a version that is only reported', () => {
  test('stops by itself when it would deny too much, and nobody ever obeyed it', async () => {
    const version = await publish(server, team, { text: tooStrict, stage: 'report' });
    await known(version);
    for (const machine of machines) await gateOf(machine).sync();
    // Hooks, one process for each call, and gates that live: all of them by the log that they share.
    const [first, second] = machines;
    if (first === undefined || second === undefined) throw new Error('no machines');
    expect(await Promise.all(['make all', 'npm ci', 'make x'].map((each) => first.hook(each)))).toEqual([
      'allow',
      'allow',
      'allow',
    ]);
    await work(first, 20);
    expect((await first.permesso('team', 'sync')).code).toBe(0);
    expect(await rollout()).toMatchObject({
      candidate: version,
      counts: [
        { version: 1, obeyed: true, agents: 1, decisions: 23, denials: 0, asks: 0 },
        { version, obeyed: false, agents: 1, decisions: 23, denials: 7, asks: 0 },
      ],
    });
    // Nothing new: nothing is sent, and nothing is counted twice.
    expect((await first.permesso('team', 'sync')).code).toBe(0);
    expect((await rollout()).counts).toMatchObject([{ decisions: 23 }, { decisions: 23 }]);
    const gate = await work(second, 40);
    await gate.sync();
    expect(await rollout()).toMatchObject({ current: 1, candidate: null, stage: null });
    const { json } = await ask(server, 'GET /v1/acts', { token: team.token('admin') });
    expect(json.acts[0]).toMatchObject({ actor: 'server', act: 'policy.stop', detail: { version } });
    await soon(async () => {
      await gate.sync();
      const manifest = JSON.parse(readFileSync(join(second.teamDirectory, 'manifest.json'), 'utf8'));
      return !String(manifest.manifest).includes('candidate');
    });
    expect((await gate.check({ tool: 'Bash', input: { command: 'make' }, cwd: second.work })).verdict).toBe(
      'allow',
    );
  });

  test('goes on to a share and to all when it does not', async () => {
    const version = await publish(server, team, { text: stricter, stage: 'report' });
    await known(version);
    for (const machine of machines) await gateOf(machine).sync();
    for (const machine of machines) {
      const gate = await work(machine, 30);
      // What both deny is not a jump, and what only the candidate denies is rare enough.
      for (const command of ['curl x', 'wget x'])
        await gate.consult({ tool: 'Bash', input: { command }, cwd: machine.work });
      await gate.sync();
    }
    expect(await rollout()).toMatchObject({
      candidate: version,
      stage: 'report',
      counts: [
        { version: 1, agents: 2, decisions: 64, denials: 2, asks: 2 },
        { version, agents: 2, decisions: 64, denials: 4, asks: 0 },
      ],
    });
    const token = team.token('author');
    const path = `/v1/projects/${team.project}/rollout`;
    await ask(server, `POST ${path}`, { token, body: { version, stage: 'share', share: 99 } });
    await known(version, 'share');
    for (const machine of machines) await gateOf(machine).sync();
    for (const machine of machines) await (await work(machine, 30)).sync();
    const { candidate, counts } = await rollout();
    expect(candidate).toBe(version);
    // Of a hundred agents ninety-nine obey it; the last one counts for the other.
    expect(counts.every(({ obeyed, denials }) => obeyed === true && denials === 0)).toBe(true);
    expect(counts.reduce((sum, { decisions }) => sum + Number(decisions), 0)).toBe(60);
    expect((await ask(server, `POST ${path}`, { token, body: { version, stage: 'all' } })).status).toBe(204);
    expect(await rollout()).toMatchObject({ current: version, candidate: null });
  });
});

describe('counts', () => {
  let machine: Machine;
  let version: number;

  beforeEach(async () => {
    const [first] = machines;
    if (first === undefined) throw new Error('no machine');
    machine = first;
    version = await publish(server, team, { text: stricter, stage: 'report' });
    await known(version);
    await gateOf(machine).sync();
  });

  const away = (): void => replaceUrl(server.url, 'http://127.0.0.1:1');
  const back = (): void => replaceUrl('http://127.0.0.1:1', server.url);
  function replaceUrl(from: string, to: string): void {
    for (const path of ['.local/state/permesso/team/membership.json', '.config/permesso/policy.yaml'])
      machine.write(path, readFileSync(join(machine.home, path), 'utf8').replace(from, to));
  }

  test('wait while the server is away, and arrive once', async () => {
    away();
    for (let round = 0; round < 3; round++) {
      const gate = await work(machine, 5);
      await gate.sync();
    }
    back();
    const file = join(machine.teamDirectory, 'counts.json');
    await gateOf(machine).sync();
    expect((await rollout()).counts).toMatchObject([{ decisions: 15 }, { decisions: 15 }]);
    // As if the answer had been lost and the batch were sent again.
    const { sequence, ...kept } = JSON.parse(readFileSync(file, 'utf8'));
    const counts = [{ version, obeyed: false, decisions: 15, asks: 0, denials: 0 }];
    const waiting = [{ sequence, counts, tried: true }];
    writeFileSync(file, JSON.stringify({ ...kept, sequence, waiting }));
    await gateOf(machine).sync();
    expect((await rollout()).counts).toMatchObject([{ decisions: 15 }, { decisions: 15 }]);
    expect(JSON.parse(readFileSync(file, 'utf8')).waiting).toEqual([]);
  });

  test('leave out what cannot be decided again, what was frozen, and nobody who could be asked', async () => {
    const secret = `ghp_${'a1B2c3D4'.repeat(5)}`;
    const gate = gateOf(machine);
    const run = (command: string): Promise<unknown> =>
      gate.authorize({ tool: 'Bash', input: { command }, cwd: machine.work });
    await run(`curl -H "Authorization: token ${secret}" https://x.example`);
    gate.freeze('for a moment');
    await run('make all');
    gate.thaw();
    await run('make all');
    await gate.sync();
    expect((await rollout()).counts).toMatchObject([
      { version: 1, decisions: 1, denials: 0 },
      { version, decisions: 1, denials: 0 },
    ]);
  });

  test('begin again with a log that was begun again', async () => {
    await (await work(machine, 10)).sync();
    for (const gate of gates.splice(0)) gate.close();
    rmSync(machine.logDirectory, { recursive: true, maxRetries: 20 });
    await (await work(machine, 3)).sync();
    await (await work(machine, 2)).sync();
    const [obeyed] = (await rollout()).counts;
    expect(obeyed).toMatchObject({ version: 1, decisions: 12 });
  });
});
