import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeSlack, markupIn, type FakeSlack } from '../../../test/fake-slack.ts';
import { machineReport, reportedHost } from '../../../test/machine-report.ts';
import {
  ask,
  createTeam,
  enrol,
  inspect,
  startTestServer,
  type Team,
  type TestAgent,
  type TestServer,
  hasPlugin,
} from '../../../test/harness.ts';
import { publish } from '../../../test/publish.ts';
import { question } from '../../../test/question.ts';
import { sweepMachines } from '../../machines/sweep-machines.ts';

const received: { readonly path: string; readonly body: string }[] = [];
const mails: string[] = [];
const sink = createServer((request, response) => {
  void (async () => {
    let body = '';
    for await (const piece of request) body += String(piece);
    received.push({ path: request.url ?? '', body });
    response.writeHead(200).end();
  })();
});
const mailSink = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onData: (stream, _session, done) => {
    let text = '';
    stream.on('data', (piece: Buffer) => void (text += piece.toString()));
    stream.on('end', () => {
      mails.push(text.replaceAll('=\r\n', ''));
      done();
    });
  },
});

let slack: FakeSlack;
let server: TestServer;
let team: Team;
let agent: TestAgent;
let teams = 0;

beforeAll(async () => {
  slack = await fakeSlack();
  sink.listen(0, '127.0.0.1');
  mailSink.listen(0, '127.0.0.1');
  await Promise.all([once(sink, 'listening'), once(mailSink.server, 'listening')]);
  const { port } = mailSink.server.address() as AddressInfo;
  server = await startTestServer({
    env: { PERMESSO_SLACK_API: slack.api, PERMESSO_SMTP_URL: `smtp://127.0.0.1:${port}?ignoreTLS=true` },
  });
});

afterAll(async () => {
  await server.end();
  sink.close();
  sink.closeAllConnections();
  mailSink.close(() => undefined);
  await slack.close();
});

beforeEach(async () => {
  received.length = 0;
  team = await createTeam(server, `alerts-${++teams}`);
  agent = await enrol(server, team.enrolment, 'laptop <!channel>');
  await agent.ask('POST /v1/agent/report', { body: machineReport() });
});

async function hook(path: string, body: object = {}): Promise<void> {
  const address = `http://127.0.0.1:${(sink.address() as AddressInfo).port}${path}`;
  const whole = { kind: 'webhook', project: null, address, ...body };
  const added = await ask(server, 'POST /v1/hooks', { token: team.token('admin'), body: whole });
  expect(added.status).toBe(201);
}

const look = (): Promise<void> =>
  sweepMachines({
    ...server.settings,
    database: server.database,
    hints: { give: () => undefined, on: () => undefined, stop: async () => undefined },
    now: Date.now,
    silentHours: 72,
  });

const report = (change: object): Promise<unknown> =>
  agent.ask('POST /v1/agent/report', { body: machineReport(change) });
const unhooked = { hosts: [reportedHost({ hook: 'missing' })] };
const silence = (id = agent.id): Promise<unknown> =>
  inspect(
    server.databaseUrl,
    `update machines set reported_at = now() - interval '4 days' where agent = $1`,
    [id],
  );
const tenMinutes = (): Promise<unknown> =>
  inspect(server.databaseUrl, `update machine_alerts set well_since = well_since - interval '11 minutes'`);

async function soon<T>(look_: () => T | undefined): Promise<T> {
  return await vi.waitUntil(look_, { timeout: 60_000, interval: 50 });
}

/** What a target was told, after everything that was due is sent. */
async function told(path: string): Promise<readonly string[]> {
  await vi.waitUntil(
    async () => {
      const waiting = await inspect(server.databaseUrl, `select 1 from deliveries where state = 'waiting'`);
      return waiting.length === 0;
    },
    { timeout: 60_000, interval: 50 },
  );
  return received
    .filter((each) => each.path === path)
    .flatMap(({ body }) =>
      JSON.parse(body).changes.map((each: { event: string; what: string }) => `${each.event} ${each.what}`),
    );
}

describe('a machine whose hook was removed', () => {
  test('is told of once, with owner, project and reason, and once when it was well for ten minutes', async () => {
    await hook('/once');
    await report(unhooked);
    await look();
    await look();
    await report(unhooked);
    await look();
    expect(await told('/once')).toEqual(['fell unprotected']);
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
      type: 'machine.alert',
      count: 1,
      changes: [
        {
          machine: 'laptop <!channel>',
          owner: `owner@${team.name}.example`,
          project: 'main',
          why: 'claude-code: hook missing',
        },
      ],
      page: `${server.url}/#/machines`,
    });
    await report({});
    await look();
    await look();
    // Well for a moment, and not again: still the same fall.
    await report(unhooked);
    await look();
    await tenMinutes();
    await look();
    expect(await told('/once')).toEqual(['fell unprotected']);
    await report({});
    await look();
    await tenMinutes();
    await look();
    await look();
    expect(await told('/once')).toEqual(['fell unprotected', 'recovered unprotected']);
    await report(unhooked);
    await look();
    expect(await told('/once')).toHaveLength(3);
  });

  test.skipIf(!hasPlugin('slack') || !hasPlugin('teams'))(
    'is told of through every channel, as text',
    async () => {
      await ask(server, 'PUT /v1/slack', {
        token: team.token('admin'),
        body: { botToken: slack.botToken, signingSecret: slack.signingSecret },
      });
      await hook('/slack', { kind: 'slack' });
      await hook('/teams', { kind: 'teams' });
      await hook('', { kind: 'slack-channel', channel: 'C0TEAM', address: undefined });
      const person = team.people['approver']?.person;
      await hook('', { kind: 'mail', person, address: undefined });
      const own = await ask(server, 'GET /v1/me/hooks', { token: team.token('approver') });
      await ask(server, `POST /v1/me/hooks/${own.json.hooks[0].id}/confirm`, {
        token: team.token('approver'),
      });
      await report(unhooked);
      await look();
      const mail = await soon(() => mails.find((text) => text.includes(team.name)));
      expect(mail).toContain('is unprotected: claude-code: hook missing');
      const channel = await soon(() => slack.messages[0]);
      const posted = await soon(() => received.find(({ path }) => path === '/slack'));
      const card = await soon(() => received.find(({ path }) => path === '/teams'));
      for (const { blocks, text } of [channel, JSON.parse(posted.body)]) {
        expect(markupIn(blocks)).toEqual([]);
        expect(text).toBe('The machine laptop &lt;!channel&gt; is unprotected');
      }
      expect(card.body).toContain('hook missing');
      expect(card.body).not.toContain('"TextBlock"');
    },
  );
});

describe('machines that fall silent', () => {
  test('many at once are one message; those that never reported have time to; revoked ones are left out', async () => {
    await hook('/many');
    const others = await Promise.all(Array.from({ length: 24 }, () => enrol(server, team.enrolment)));
    for (const each of others.slice(0, 22))
      await each.ask('POST /v1/agent/report', { body: machineReport() });
    await Promise.all(others.slice(0, 22).map(({ id }) => silence(id)));
    await silence();
    await ask(server, `POST /v1/agents/${others[0]?.id}/revoke`, { token: team.token('admin') });
    await look();
    expect(await told('/many')).toHaveLength(22);
    expect(received.filter(({ path }) => path === '/many')).toHaveLength(1);
    await inspect(
      server.databaseUrl,
      `update agents set enrolled_at = now() - interval '4 days' where id = $1`,
      [others[23]?.id],
    );
    await look();
    expect(await told('/many')).toHaveLength(23);
  });

  test('are told to servers of one database once, whichever looks', async () => {
    await hook('/race');
    await silence();
    await Promise.all(Array.from({ length: 6 }, look));
    expect(await told('/race')).toEqual(['fell silent']);
  });
});

describe('a target', () => {
  test('is told of its own project, of what it is about, and of no other organisation', async () => {
    const stranger = await createTeam(server, `alerts-stranger-${teams}`);
    const mine = team;
    const made = await ask(server, 'POST /v1/projects', {
      token: team.token('admin'),
      body: { name: 'other' },
    });
    await hook('/other', { project: made.json.id });
    await hook('/own', { project: team.project });
    await hook('/approvals', { about: 'approvals' });
    await hook('/machines', { about: 'machines' });
    await hook('/escalated', { onlyEscalated: true });
    team = stranger;
    await hook('/stranger');
    team = mine;
    await report(unhooked);
    await look();
    expect(await told('/own')).toEqual(['fell unprotected']);
    expect(new Set(received.map(({ path }) => path))).toEqual(new Set(['/own', '/machines']));
    received.length = 0;
    await agent.ask('POST /v1/agent/approvals', { body: question() });
    await soon(() => (received.length >= 2 ? true : undefined));
    expect(new Set(received.map(({ path }) => path))).toEqual(new Set(['/own', '/approvals']));
  });
});

test('a policy that went back by one person is told of to those who follow machines, and not to others', async () => {
  await hook('/machines', { about: 'machines' });
  await hook('/approvals', { about: 'approvals' });
  const text = "ask: ['Bash(git push:*)']\ntests: [{ call: Bash(git push), expect: ask }]\n";
  await publish(server, team, { text });
  await publish(server, team, { text: `deny: ['Bash(curl:*)']\n${text}` });
  const path = `POST /v1/projects/${team.project}/rollout/back`;
  const body = { version: 1 };
  expect((await ask(server, path, { token: team.token('admin'), body })).status).toBe(204);
  await vi.waitUntil(() => received.length > 0, { timeout: 60_000, interval: 50 });
  expect(received.map((each) => [each.path, JSON.parse(each.body)])).toEqual([
    [
      '/machines',
      {
        type: 'policy.alert',
        notice: expect.any(String),
        project: 'main',
        by: `admin@${team.name}.example`,
        why: 'from version 2 to version 1',
        page: `${server.url}/#/policy`,
      },
    ],
  ]);
});
