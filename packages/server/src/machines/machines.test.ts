import { beforeEach, describe, expect, test } from 'vitest';
import { machineStates, type Machine } from '@permesso/protocol/console';
import type { MachineReport } from '@permesso/protocol/machine';
import {
  ask,
  enrol,
  inspect,
  type Answered,
  type Team,
  type TestAgent,
  type TestServer,
} from '../../test/harness.ts';
import { makeLines } from '../../test/lines.ts';
import { machineReport, reportedHost } from '../../test/machine-report.ts';
import { onTeams } from '../../test/on-server.ts';
import { publish } from '../../test/publish.ts';
import { mostChanges } from './store-reports.ts';

let server: TestServer;
let team: Team;
let agent: TestAgent;

onTeams((made) => ({ server, team, agent } = made));

const report = (by: TestAgent, changes: Partial<MachineReport> = {}): Promise<Answered> =>
  by.ask('POST /v1/agent/report', { body: machineReport(changes) });

const look = (path = '', who = 'admin'): Promise<Answered> =>
  ask(server, `GET /v1/machines${path}`, { token: team.token(who) });

/** Pages are sorted by a rank that is worked out apart from the states: it is the place of the worst of them. */
async function statesOf(by: TestAgent = agent): Promise<readonly string[]> {
  const misplaced = await inspect(
    server.databaseUrl,
    `select rank, states from machine_states(now() - interval '72 hours', array[0, 0, 1])
     where rank is distinct from array_position($1::text[], states[1])`,
    [[...machineStates]],
  );
  expect(misplaced).toEqual([]);
  return (await look(`/${by.id}`)).json.states;
}

describe('states', () => {
  test('a machine that never reported is silent', async () => {
    expect(await statesOf()).toEqual(['silent']);
  });

  test.each<[string, Partial<MachineReport>, readonly string[]]>([
    ['every program proven', {}, ['proven']],
    ['only recorded, not stopped', { enforcement: 'observe' }, ['unprotected']],
    ['no policy', { enforcement: 'none' }, ['unprotected']],
    [
      'a hook is missing',
      { hosts: [reportedHost(), reportedHost({ name: 'codex', hook: 'missing' })] },
      ['unprotected'],
    ],
    ['a setting switches it off', { hosts: [reportedHost({ hook: 'off' })] }, ['unprotected']],
    [
      'the canary ran the denied call',
      { hosts: [reportedHost({ canary: { result: 'failed', at: null } })] },
      ['unprotected'],
    ],
    ['never tried', { hosts: [reportedHost({ canary: { result: 'unproven', at: null } })] }, ['unproven']],
    ['no programs', { hosts: [] }, ['unproven']],
    [
      'the policy does not load, so everything is denied',
      { enforcement: 'denies all', hosts: [] },
      ['unproven'],
    ],
    ['an older client', { client: '0.0.9' }, ['outdated', 'proven']],
    ['a pre-release of an older one', { client: '0.0.9-rc.1' }, ['outdated', 'proven']],
  ])('%s', async (_name, changes, states) => {
    expect((await report(agent, changes)).status).toBe(204);
    expect(await statesOf()).toEqual(states);
  });

  test('silent after the hours that were set, and no longer with the next report', async () => {
    await report(agent);
    await inspect(
      server.databaseUrl,
      `update machines set reported_at = now() - interval '73 hours' where agent = '${agent.id}'`,
    );
    expect(await statesOf()).toEqual(['silent', 'proven']);
    await report(agent);
    expect(await statesOf()).toEqual(['proven']);
  });

  test('outdated is what does not hold the version in force', async () => {
    const text = 'deny: [Bash(curl:*)]\ntests: [{ call: Bash(curl x), expect: deny }]\n';
    const version = await publish(server, team, { text });
    await report(agent);
    expect(await statesOf()).toEqual(['outdated', 'proven']);
    await report(agent, { policy: { version, serial: 2 } });
    expect(await statesOf()).toEqual(['proven']);
    const next = await publish(server, team, {
      text: `${text}ask: [Bash(git push)]\n`,
      stage: 'share',
      share: 50,
    });
    await report(agent, { policy: { version: next, serial: 3 } });
    expect(await statesOf()).toEqual(['proven']);
  });

  test('frozen and revoked', async () => {
    await report(agent);
    const token = team.token('admin');
    await ask(server, 'PUT /v1/freeze', { token, body: { what: 'agent', id: agent.id, reason: 'stolen' } });
    expect(await statesOf()).toEqual(['frozen', 'proven']);
    await ask(server, `POST /v1/agents/${agent.id}/revoke`, { token });
    expect(await statesOf()).toEqual(['revoked']);
    expect((await report(agent)).status).toBe(401);
  });

  test('diverging: the log there is not the one that was received', async () => {
    const { lines, tail } = makeLines(3);
    const sent = await agent.ask('POST /v1/agent/entries', { bytes: Buffer.from(lines.join('')) });
    expect(sent.status).toBe(200);
    await report(agent, { log: { seq: 3, hash: tail.hash } });
    expect(await statesOf()).toEqual(['proven']);
    await report(agent, { log: { seq: 5, hash: 'a'.repeat(64) } });
    expect(await statesOf(), 'not sent yet').toEqual(['proven']);
    await report(agent, { log: { seq: 3, hash: 'a'.repeat(64) } });
    expect(await statesOf(), 'another last entry').toEqual(['diverging', 'proven']);
    await report(agent, { log: { seq: 1, hash: tail.hash } });
    expect(await statesOf(), 'begun again').toEqual(['diverging', 'proven']);
  });
});

describe('what a hostile machine cannot do', () => {
  test('report for another: the signature says who it is', async () => {
    const other = await enrol(server, team.enrolment, 'another');
    await report(agent, { enforcement: 'observe' });
    expect(await statesOf(other)).toEqual(['silent']);
    const named = { ...machineReport(), agent: other.id };
    expect((await agent.ask('POST /v1/agent/report', { body: named })).status).toBe(400);
    expect(await statesOf(other)).toEqual(['silent']);
  });

  test.each<[string, object]>([
    ['markup as a version', { client: '<b>1.0.0</b>' }],
    ['a version that sorting cannot read', { client: '1.0.0+x' }],
    ['numbers beyond what is stored', { client: '999999.0.0' }],
    ['an escape sequence as a name', { hosts: [reportedHost({ name: 'claude\u001B[2J' })] }],
    ['a name that turns the text', { hosts: [reportedHost({ name: 'claude\u202Ecode' })] }],
    ['a line break in a version', { hosts: [reportedHost({ version: '1.0.0\n' })] }],
    ['words as a time', { clock: 'now' }],
    ['a time that does not exist', { clock: '2026-99-99T00:00:00.000Z' }],
    ['words of its own', { enforcement: 'perfectly safe' }],
    ['fields of its own', { note: 'hello' }],
    ['more programs than there are', { hosts: Array.from({ length: 21 }, () => reportedHost()) }],
    ['a mode with spaces', { mode: 'ask me nothing' }],
    ['a negative number', { log: { seq: -1, hash: null } }],
    ['a hash that is none', { log: { seq: 1, hash: 'x' } }],
  ])('%s is refused', async (_name, changes) => {
    const body = { ...machineReport(), ...changes };
    expect((await agent.ask('POST /v1/agent/report', { body })).status).toBe(400);
    expect(await statesOf()).toEqual(['silent']);
  });

  test('a body of more than 8 kB is refused', async () => {
    const bytes = Buffer.from(JSON.stringify(machineReport()) + ' '.repeat(9000));
    const headers = { 'content-type': 'application/json' };
    expect((await agent.ask('POST /v1/agent/report', { bytes, headers })).status).toBe(413);
  });

  test('flood: one row for the machine, and a history that does not grow', async () => {
    const other = await enrol(server, team.enrolment, 'another');
    await report(other);
    for (let turn = 0; turn < mostChanges + 20; turn++)
      await report(agent, { enforcement: turn % 2 === 0 ? 'observe' : 'enforced' });
    const [kept] = await inspect<{ count: string }>(
      server.databaseUrl,
      `select count(*) from machine_changes where agent = '${agent.id}'`,
    );
    expect(Number(kept?.count)).toBe(mostChanges);
    expect((await look(`/${other.id}`)).json.history).toHaveLength(1);
  });

  test('a date far away shows as its clock, and breaks nothing', async () => {
    await report(agent, { clock: '9999-12-31T23:59:59.999Z' });
    const { json } = await look(`/${agent.id}`);
    expect(json.clockAheadMs).toBeGreaterThan(1e12);
    expect((await look()).status).toBe(200);
  });
});

test('the history says what changed, the newest first', async () => {
  const codex = reportedHost({ name: 'codex', version: null, canary: { result: 'unproven', at: null } });
  await report(agent, { client: '0.1.0' });
  await report(agent, { client: '0.1.0' });
  await report(agent, { client: '0.2.0', hosts: [reportedHost({ hook: 'missing' }), codex] });
  await report(agent, { client: '0.2.0', hosts: [codex] });
  const { history } = (await look(`/${agent.id}`)).json;
  expect(history.map(({ at: _at, ...change }: { at: string }) => Object.values(change).join(' '))).toEqual([
    'host claude-code 2.1.34 gone',
    'canary codex  unproven',
    'hook codex  registered',
    'host codex  found',
    'hook claude-code registered missing',
    'client  0.1.0 0.2.0',
    'first report   0.1.0',
  ]);
});

test('what a gate reports without looking for programs keeps those that were found', async () => {
  await report(agent);
  const { hosts: _hosts, ...without } = machineReport();
  await agent.ask('POST /v1/agent/report', { body: without });
  expect((await look(`/${agent.id}`)).json.hosts).toEqual([reportedHost()]);
  expect(await statesOf()).toEqual(['proven']);
});

describe('the list', () => {
  let agents: TestAgent[];

  beforeEach(async () => {
    agents = [agent];
    for (const name of ['delta', 'alpha', 'charlie', 'bravo'])
      agents.push(await enrol(server, team.enrolment, name));
    const changes: readonly Partial<MachineReport>[] = [
      {},
      { enforcement: 'observe' },
      {},
      {},
      { hosts: [] },
    ];
    for (const [at, each] of agents.entries()) await report(each, changes[at]);
  });

  const namesOf = ({ json }: Answered): readonly string[] => json.machines.map(({ name }: Machine) => name);

  test('the worst first, then by name, in pages without repetition', async () => {
    const all = ['delta', 'bravo', 'alpha', 'an agent', 'charlie'];
    expect(namesOf(await look())).toEqual(all);
    const found: string[] = [];
    let next = '';
    do {
      const page = await look(`?most=2${next === '' ? '' : `&after=${encodeURIComponent(next)}`}`);
      found.push(...namesOf(page));
      next = page.json.next ?? '';
    } while (next !== '');
    expect(found).toEqual(all);
    expect((await look('?after=nonsense')).status).toBe(400);
  });

  test('counts, by state and by what is looked for', async () => {
    const { json } = await look();
    expect(json.total).toBe(5);
    expect(json.counts.filter(({ machines }: { machines: number }) => machines > 0)).toEqual([
      { state: 'unprotected', machines: 1 },
      { state: 'unproven', machines: 1 },
      { state: 'proven', machines: 3 },
    ]);
    expect(namesOf(await look('?state=unproven'))).toEqual(['bravo']);
    expect(namesOf(await look('?find=ALPH'))).toEqual(['alpha']);
    expect(namesOf(await look(`?find=owner@${team.name}`))).toHaveLength(5);
  });

  test("owners' addresses are for admins: others neither see nor find them", async () => {
    const byAdmin: Machine[] = (await look()).json.machines;
    expect(new Set(byAdmin.map(({ owner }) => owner))).toEqual(new Set([`owner@${team.name}.example`]));
    const byViewer: Machine[] = (await look('', 'viewer')).json.machines;
    expect(new Set(byViewer.map(({ owner }) => owner))).toEqual(new Set([null]));
    expect(namesOf(await look(`?find=owner@${team.name}`, 'viewer'))).toEqual([]);
  });
});
