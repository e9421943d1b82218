import { expect, test } from 'vitest';
import {
  ask,
  createTeam,
  type Answered,
  type Team,
  type TestAgent,
  type TestServer,
} from '../../test/harness.ts';
import { makeLines } from '../../test/lines.ts';
import { machineReport } from '../../test/machine-report.ts';
import { onTeams } from '../../test/on-server.ts';

let server: TestServer;
let team: Team;
let agent: TestAgent;

onTeams((made) => {
  ({ server, team, agent } = made);
});

async function asAdmin(what: string, body?: unknown, of = team): Promise<Answered> {
  return await ask(server, what, { token: of.token('admin'), ...(body === undefined ? {} : { body }) });
}

async function isDiverging(): Promise<boolean> {
  const { json } = await asAdmin(`GET /v1/machines/${agent.id}`);
  return json.states.includes('diverging');
}

/** Two gaps in the log of the machine. */
async function twoGaps(): Promise<readonly string[]> {
  const { lines } = makeLines(9);
  for (const at of [0, 3, 7])
    await agent.ask('POST /v1/agent/entries?gap=accept', {
      bytes: Buffer.from(lines.slice(at, at + 1).join('')),
    });
  const { json } = await asAdmin('GET /v1/findings');
  return json.findings.map(({ id }: { id: string }) => id);
}

test('a machine is diverging while a finding about it is open', async () => {
  await agent.ask('POST /v1/agent/report', { body: machineReport() });
  const ids = await twoGaps();
  expect(ids).toHaveLength(2);
  expect(await isDiverging()).toBe(true);
  const [first = '', second = ''] = ids;
  expect(
    (await asAdmin(`POST /v1/findings/${first}/acknowledge`, { reason: 'the disk was full' })).status,
  ).toBe(204);
  expect(await isDiverging()).toBe(true);
  expect((await asAdmin('GET /api/log')).json.findings).toHaveLength(1);
  expect((await asAdmin(`POST /v1/findings/${second}/acknowledge`, { reason: 'the same' })).status).toBe(204);
  expect(await isDiverging()).toBe(false);
  const { json } = await asAdmin('GET /v1/findings');
  expect(json.findings).toMatchObject([
    { id: ids[0], reason: 'the disk was full', acknowledgedBy: team.people['admin']?.person },
    { id: ids[1], reason: 'the same', acknowledgedAt: expect.any(String) },
  ]);
  const acts = (await asAdmin('GET /v1/acts')).json.acts;
  expect(acts[0]).toMatchObject({
    act: 'finding.acknowledge',
    subject: second,
    detail: { agent: agent.id, what: 'gap', reason: 'the same' },
  });
});

test('a new finding opens it again; nobody acknowledges twice, or what is of others', async () => {
  const [id = ''] = await twoGaps();
  const path = `POST /v1/findings/${id}/acknowledge`;
  const elsewhere = await createTeam(server, `other-${team.name}`);
  expect((await asAdmin(path, { reason: 'mine' }, elsewhere)).status).toBe(404);
  expect((await asAdmin(path, {})).status).toBe(400);
  expect((await asAdmin(path, { reason: 'seen' })).status).toBe(204);
  expect((await asAdmin(path, { reason: 'again' })).status).toBe(409);
  expect(await isDiverging()).toBe(true);
});
