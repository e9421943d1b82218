import { emptyTail, seal } from '@permesso/protocol/entry';
import { expect, test } from 'vitest';
import { ask, type Team, type TestAgent, type TestServer, hasPlugin } from '../../test/harness.ts';
import { onTeams } from '../../test/on-server.ts';
import { question } from '../../test/question.ts';
import { otlpSink } from '../../test/sinks.ts';

let server: TestServer;
let team: Team;
let agent: TestAgent;

onTeams((made) => {
  ({ server, team, agent } = made);
});

/** What a machine writes about who answered: its chain is right, whatever it says. */
async function report(
  by: string | number,
  { key = 'a key of the call', at = new Date() } = {},
): Promise<void> {
  const { line } = seal(
    new Map([
      ['type', '"answer"'],
      ['at', JSON.stringify(at.toISOString())],
      ['verdict', '"allow"'],
      ['from', '"team"'],
      ['by', JSON.stringify(by)],
      ['key', JSON.stringify(key)],
      ['session', '"a session"'],
      ['agent', '["main"]'],
      ['call', '{"cwd":"/home/dev","input":{"command":"terraform destroy"},"tool":"Bash"}'],
    ]),
    emptyTail,
  );
  const { status, json } = await agent.ask('POST /v1/agent/entries', { bytes: Buffer.from(line) });
  expect({ status, json }).toMatchObject({ status: 200, json: { stored: 1 } });
}

const email = (who: string): string => `${who}@${team.name}.example`;

/** The approver allows the call that the machine asks about. */
async function approveCall(): Promise<void> {
  const { json } = await agent.ask('POST /v1/agent/approvals', { body: question() });
  const token = team.token('approver');
  const body = { verdict: 'allow', digest: 'a digest of the question', scope: 'once' };
  expect((await ask(server, `POST /v1/approvals/${json.id}/answer`, { token, body })).status).toBe(200);
}

const admin = (path: string): ReturnType<typeof ask> => ask(server, path, { token: team.token('admin') });
const span = 'from=2026-01-01&to=2999-01-01';

async function exported(format: string): Promise<string> {
  const response = await fetch(`${server.url}/v1/entries/export/${format}?${span}`, {
    headers: { authorization: `Bearer ${team.token('admin')}` },
  });
  return await response.text();
}

const findings = async (): Promise<readonly { readonly what: string }[]> =>
  (await admin('GET /v1/findings')).json.findings;

test('Finding 18: an answer that nobody of the team gave is a finding, and the claim of the machine in every export', async () => {
  await report(email('viewer'));
  await expect.poll(findings).toMatchObject([{ what: 'unfounded', agent: agent.id, first: 1, last: 1 }]);
  const { json } = await admin(`GET /v1/entries?${span}`);
  expect(json.entries).toMatchObject([{ standing: { by: 'claimed' } }]);
  expect((await admin('GET /api/activity')).json.entries).toMatchObject([{ standing: { by: 'claimed' } }]);
  const event = JSON.parse(await exported('ocsf'));
  expect(event.actor.user).toBeUndefined();
  expect(event.unmapped).toMatchObject({ by: 'claimed' });
  expect(event.device).toEqual({
    uid: agent.id,
    type_id: 0,
    name: 'an agent',
    owner: { email_addr: email('owner') },
    org: { name: team.name, ou_name: 'main' },
  });
  expect(await exported('otlp')).toContain('permesso.claimed_by');
  expect(await exported('otlp')).not.toContain('enduser.id');
  expect(await exported('csv')).toContain(`${agent.id},claimed,`);
});

test('Finding 18: an answer that the votes of the server bear out is that of the person', async () => {
  await approveCall();
  await report(email('approver'));
  const { json } = await admin(`GET /v1/entries?${span}`);
  expect(json.entries).toMatchObject([{ standing: { by: 'attested' } }]);
  expect(JSON.parse(await exported('ocsf')).actor.user).toEqual({ name: email('approver') });
  expect(await findings()).toEqual([]);
});

test('Finding 18: a machine that names no person but a number keeps nobody from reading the record', async () => {
  await report(7);
  expect((await admin(`GET /v1/entries?${span}`)).json.entries).toMatchObject([{ standing: {} }]);
  expect((await admin('GET /api/activity')).json.entries).toMatchObject([{ standing: {} }]);
});

test.each([
  ['another person', 'a key of the call', 'owner'],
  ['another call', 'another key', 'approver'],
])('Finding 18: a vote bears out no answer of %s', async (_, key, who) => {
  await approveCall();
  await report(email(who), { key });
  await expect.poll(findings).toMatchObject([{ what: 'unfounded' }]);
});

test.each([
  ['years ahead', '2099-01-01T00:00:00.000Z'],
  ['years ago', '1999-01-01T00:00:00.000Z'],
])('Finding 18: an entry whose time is far from its receipt is marked: %s', async (_, at) => {
  await report(email('viewer'), { at: new Date(at) });
  const { json } = await admin(`GET /v1/entries?${span}`);
  expect(json.entries).toMatchObject([{ standing: { isFar: true } }]);
  expect(JSON.parse(await exported('ocsf')).unmapped).toMatchObject({ isFar: true });
});

test.skipIf(!hasPlugin('streams'))(
  'Finding 20: acts and votes are streamed, with the person who did it; a claim of a machine is not a person',
  async () => {
    const sink = await otlpSink('Bearer t');
    try {
      await approveCall();
      await report(email('viewer'));
      const target = { kind: 'otlp', url: `http://127.0.0.1:${sink.port}`, authorization: 'Bearer t' };
      const added = await ask(server, 'POST /v1/streams', {
        token: team.token('admin'),
        body: { target, fromStart: true },
      });
      expect(added).toMatchObject({ status: 201 });
      const acts = (): readonly unknown[] => sink.taken.map((record) => record['permesso.act']);
      await expect.poll(acts).toContain('stream.add');
      expect(acts()).toContain('project.add');
      expect(sink.taken).toContainEqual(
        expect.objectContaining({ 'permesso.verdict': 'allow', 'permesso.team.person': email('approver') }),
      );
      expect(
        sink.taken.filter((record) => record['permesso.team.claimed_by'] === email('viewer')),
      ).toHaveLength(1);
      expect(sink.taken.filter((record) => record['permesso.team.person'] === email('viewer'))).toEqual([]);
    } finally {
      await sink.close();
    }
  },
);
