import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { signatureProblem } from '@permesso/protocol/approval';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  ask,
  asTwo,
  createTeam,
  enrol,
  inspect,
  startTestServer,
  type Answered,
  type Team,
  type TestAgent,
  type TestServer,
  hasPlugin,
} from '../../test/harness.ts';
import { markupIn } from '../../test/fake-slack.ts';
import { question } from '../../test/question.ts';
import { pauseAfter } from './deliver.ts';

interface Received {
  readonly path: string;
  readonly body: string;
  readonly signature: string;
}

const received: Received[] = [];
const mails: string[] = [];
/** What the other side answers, by path. */
const answers = new Map<string, number>();

const sink = createServer((request, response) => void take(request, response));

async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? '';
  const body = await text(request);
  received.push({ path, body, signature: String(request.headers['permesso-signature']) });
  response.writeHead(answers.get(path) ?? 200).end();
}

const mailSink = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onData: (stream, _session, done) => {
    const pieces: Buffer[] = [];
    stream.on('data', (piece: Buffer) => pieces.push(piece));
    stream.on('end', () => {
      mails.push(Buffer.concat(pieces).toString());
      done();
    });
  },
});

async function text(stream: AsyncIterable<unknown> | IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(Buffer.from(piece as Buffer));
  return Buffer.concat(pieces).toString();
}

let server: TestServer;
let team: Team;
let agent: TestAgent;
let at: string;
let teams = 0;

beforeAll(async () => {
  sink.listen(0, '127.0.0.1');
  mailSink.listen(0, '127.0.0.1');
  await Promise.all([once(sink, 'listening'), once(mailSink.server, 'listening')]);
  const mailPort = (mailSink.server.address() as AddressInfo).port;
  server = await startTestServer({
    env: { PERMESSO_SMTP_URL: `smtp://127.0.0.1:${mailPort}?ignoreTLS=true` },
  });
});

afterAll(async () => {
  await server.end();
  sink.close();
  sink.closeAllConnections();
  mailSink.close(() => undefined);
});

beforeEach(async () => {
  received.length = 0;
  mails.length = 0;
  answers.clear();
  team = await createTeam(server, `team-${++teams}`);
  agent = await enrol(server, team.enrolment);
  at = `/hook-${teams}`;
});

const port = (): number => (sink.address() as AddressInfo).port;

async function hook(body: object): Promise<Answered> {
  const whole = { kind: 'webhook', project: null, address: `http://127.0.0.1:${port()}${at}`, ...body };
  return await ask(server, 'POST /v1/hooks', { token: team.token('admin'), body: whole });
}

async function put(change: Readonly<Record<string, unknown>> = {}): Promise<string> {
  return (await agent.ask('POST /v1/agent/approvals', { body: question(change) })).json.id;
}

async function soon<T>(look: () => T | undefined | Promise<T | undefined>): Promise<T> {
  return await vi.waitUntil(async () => await look(), { timeout: 120_000, interval: 50 });
}

const arrival = (): Promise<Received> => soon(() => received.find(({ path }) => path === at));

async function stateOf(id: string): Promise<string> {
  return (await ask(server, `GET /v1/approvals/${id}`, { token: team.token('viewer') })).json.state;
}

describe('a webhook', () => {
  test('is told of a question, signed, without a link that answers', async () => {
    const { json } = await hook({});
    const id = await put();
    const { body, signature } = await arrival();
    expect(signatureProblem(body, { signature, secret: json.secret, now: Date.now() })).toBeUndefined();
    expect(JSON.parse(body)).toMatchObject({
      type: 'approval.asked',
      approval: id,
      page: `${server.url}/#/approvals?request=${id}`,
      asker: { owner: `owner@${team.name}.example`, machine: 'an agent', project: 'main' },
    });
    expect(body).not.toContain('pml_');
  });

  test.skipIf(!hasPlugin('slack'))(
    'in the shape of Slack, in which the agent can neither call people nor break out',
    async () => {
      await hook({ kind: 'slack' });
      const id = await put({ call: { tool: 'Bash', input: { command: 'echo <!channel> ```x' } } });
      const { body } = await arrival();
      const { blocks } = JSON.parse(body);
      expect(markupIn(blocks)).toEqual([]);
      expect(blocks[2].elements[0].elements).toEqual([{ type: 'text', text: 'echo <!channel> ```x' }]);
      expect(blocks.at(-1).elements).toMatchObject([
        { type: 'button', action_id: 'permesso_open', url: `${server.url}/#/approvals?request=${id}` },
      ]);
    },
  );

  test('is tried again, and given up in the end', async () => {
    answers.set(at, 500);
    await hook({});
    const id = await put();
    await arrival();
    const first = await soon(async () => {
      const { json } = await ask(server, 'GET /v1/deliveries?state=waiting', { token: team.token('admin') });
      return json.deliveries.find((each: { error: string | null }) => each.error !== null);
    });
    expect(first).toMatchObject({ approval: id, attempts: 1, error: 'it answered 500' });
    await inspect(
      server.databaseUrl,
      'update deliveries set attempts = 7, due_at = now() where approval = $1',
      [id],
    );
    const dead = await soon(async () => {
      const { json } = await ask(server, 'GET /v1/deliveries?state=dead', { token: team.token('admin') });
      return json.deliveries[0];
    });
    answers.set(at, 200);
    await ask(server, `POST /v1/deliveries/${dead.id}/retry`, { token: team.token('admin') });
    await soon(async () => {
      const { json } = await ask(server, 'GET /v1/deliveries?state=sent', { token: team.token('admin') });
      return json.deliveries.find((each: { id: string }) => each.id === dead.id);
    });
    expect(received.filter(({ path }) => path === at)).toHaveLength(3);
  });

  test('of another organisation is told nothing', async () => {
    const other = await createTeam(server, `stranger-${teams}`);
    const body = { kind: 'webhook', project: null, address: `http://127.0.0.1:${port()}/stranger` };
    await ask(server, 'POST /v1/hooks', { token: other.token('admin'), body });
    await hook({});
    await put();
    await arrival();
    expect(received.filter(({ path }) => path === '/stranger')).toEqual([]);
  });
});

test('the pauses between tries grow, up to an hour', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 20].map(pauseAfter)).toEqual([5, 15, 45, 135, 405, 1215, 3600, 3600]);
});

describe('an address in the own network', () => {
  test.each([
    'http://10.0.0.1/',
    'https://169.254.169.254/latest',
    'https://[::1]/',
    'http://localhost/',
    'ftp://x/',
  ])('%s is refused', async (address) => {
    expect((await hook({ address })).status).toBe(422);
  });

  test('a name that leads there is refused when it is called', async () => {
    await hook({ address: 'https://localhost/hook' });
    await put();
    const dead = await soon(async () => {
      const { json } = await ask(server, 'GET /v1/deliveries?state=dead', { token: team.token('admin') });
      return json.deliveries[0];
    });
    expect(dead.error).toMatch(/localhost leads to .*, which is not a public address/);
  });
});

/** A target of one person, which that person has confirmed. */
async function hookOf(who: string, body: object = {}): Promise<string> {
  const { json } = await hook({ person: team.people[who]?.person, ...body });
  const done = await ask(server, `POST /v1/me/hooks/${json.id}/confirm`, { token: team.token(who) });
  expect(done.status).toBe(204);
  return json.id;
}

describe('mail', () => {
  test('reaches a person through a real SMTP server', async () => {
    await hookOf('approver', { kind: 'mail', address: undefined });
    await put({ call: { tool: 'Bash\r\nBcc: evil@example.com', input: { command: 'git push' } } });
    const mail = await soon(() => mails[0]);
    expect(mail).toMatch(new RegExp(`^To: approver@${team.name}.example`, 'm'));
    expect(mail).not.toMatch(/^Bcc:/m);
    const plain = mail.replaceAll('=\r\n', '');
    expect(plain).toMatch(/Open in console: http\S+pml_/);
    for (const line of [
      `Owner: owner@${team.name}.example`,
      'Machine: an agent',
      'Project: main',
      '    git push',
    ])
      expect(plain).toContain(line);
  });
});

describe('a target of one person', () => {
  const acts = async (): Promise<
    readonly { act: string; subject: string; actor: string; detail: object }[]
  > => (await ask(server, 'GET /v1/acts', { token: team.token('admin') })).json.acts;

  /** Waits until another target was told of the same question: by then this one would have been, too. */
  async function toldElsewhere(): Promise<void> {
    await hook({ address: `http://127.0.0.1:${port()}/witness-${teams}` });
    await put({ callKey: `told ${teams}` });
    await soon(() => received.find(({ path }) => path === `/witness-${teams}`));
    await soon(async () => {
      const { json } = await ask(server, 'GET /v1/deliveries?state=waiting', { token: team.token('admin') });
      return json.deliveries.length === 0 ? true : undefined;
    });
  }

  const kinds = ['webhook', 'mail', ...(hasPlugin('slack') ? ['slack'] : [])];
  test.each(kinds)('is told nothing before it is confirmed: %s', async (kind) => {
    const person = team.people['approver']?.person;
    const added = await hook({ kind, person, ...(kind === 'mail' ? { address: undefined } : {}) });
    expect(added.json.waits).toBe(true);
    await toldElsewhere();
    expect(received.filter(({ path }) => path === at)).toEqual([]);
    expect(mails).toEqual([]);
    const links = await inspect(server.databaseUrl, 'select hash from links where person = $1', [person]);
    expect(links).toEqual([]);
    const queued = await inspect(server.databaseUrl, 'select id from deliveries where hook = $1', [
      added.json.id,
    ]);
    expect(queued).toEqual([]);
  });

  test('that was queued all the same is not sent: not confirmed, or its person is disabled', async () => {
    const { json } = await hook({ person: team.people['approver']?.person });
    const own = await hookOf('owner');
    const away = (on: string): Promise<Answered> =>
      ask(server, `POST /v1/people/${team.people[on]?.person}/disable`, { token: team.token('admin') });
    const id = await put();
    await away('owner');
    await inspect(
      server.databaseUrl,
      'insert into deliveries (organisation, hook, approval) values ($1, $2, $3), ($1, $4, $3)',
      [team.organisation, json.id, id, own],
    );
    await soon(async () => {
      const dead = await ask(server, 'GET /v1/deliveries?state=dead', { token: team.token('admin') });
      return dead.json.deliveries.length >= 2 ? true : undefined;
    });
    const unconfirmed = await inspect(server.databaseUrl, 'select hash from links where person = $1', [
      team.people['approver']?.person,
    ]);
    expect(unconfirmed).toEqual([]);
  });

  test('is confirmed by nobody but its person', async () => {
    const { json } = await hook({ person: team.people['approver']?.person });
    const path = `POST /v1/me/hooks/${json.id}/confirm`;
    for (const who of ['admin', 'author', 'owner', 'viewer'])
      expect([who, (await ask(server, path, { token: team.token(who) })).status]).toEqual([who, 404]);
    expect((await ask(server, path)).status).toBe(401);
    expect((await agent.ask(path)).status).toBe(403);
    await toldElsewhere();
    expect(received.filter(({ path: to }) => to === at)).toEqual([]);
    const mine = await ask(server, 'GET /v1/me/hooks', { token: team.token('approver') });
    expect(mine.json.hooks).toMatchObject([{ id: json.id, host: `127.0.0.1:${port()}`, confirmedAt: null }]);
    expect((await ask(server, 'GET /v1/me/hooks', { token: team.token('admin') })).json.hooks).toEqual([]);
    expect((await ask(server, path, { token: team.token('approver') })).status).toBe(204);
    expect((await ask(server, path, { token: team.token('approver') })).status).toBe(404);
  });

  test('is recorded with its person and host when it is added, confirmed or removed', async () => {
    const person = team.people['approver']?.person;
    const id = await hookOf('approver');
    const path = `DELETE /v1/me/hooks/${id}`;
    expect((await ask(server, path, { token: team.token('owner') })).status).toBe(404);
    expect((await ask(server, path, { token: team.token('approver') })).status).toBe(204);
    const detail = { person, host: `127.0.0.1:${port()}` };
    expect((await acts()).filter(({ subject }) => subject === id)).toMatchObject([
      { act: 'hook.remove', actor: `person:${person}`, detail },
      { act: 'hook.confirm', actor: `person:${person}`, detail },
      { act: 'hook.add', actor: `person:${team.people['admin']?.person}`, detail },
    ]);
    expect(JSON.stringify(await acts())).not.toContain(at);
  });
});

describe('a link', () => {
  async function link(who = 'approver'): Promise<{ id: string; path: string }> {
    await hookOf(who);
    const id = await put();
    const { body } = await arrival();
    return { id, path: new URL(JSON.parse(body).link).pathname };
  }
  const vote = (path: string, who?: string): Promise<Answered> =>
    ask(server, `POST ${path}/allow`, who === undefined ? {} : { token: team.token(who) });

  test('leads to the approval request and shows nothing of it; its person answers once, signed in', async () => {
    const { id, path } = await link();
    const led = await ask(server, `GET ${path}`);
    expect([led.status, led.headers.get('location'), led.json]).toEqual([
      303,
      `${server.url}/#/approvals?request=${id}`,
      '',
    ]);
    expect(await stateOf(id)).toBe('pending');
    expect((await vote(path, 'approver')).json).toEqual({ state: 'approved' });
    expect(await stateOf(id)).toBe('approved');
    expect((await vote(path, 'approver')).status).toBe(410);
    expect((await ask(server, `GET ${path}`)).status).toBe(410);
    const [cast] = await inspect(server.databaseUrl, 'select person, via from votes where approval = $1', [
      id,
    ]);
    expect(cast).toEqual({ person: team.people['approver']?.person, via: 'link' });
  });

  test('answers for nobody who is not signed in as its person', async () => {
    const { id, path } = await link();
    const stranger = await createTeam(server, `link-${teams}`);
    const second = await server.operator.addPerson({
      organisation: team.name,
      email: `second@${team.name}.example`,
      roles: ['approver'],
    });
    expect((await vote(path)).status).toBe(401);
    expect((await agent.ask(`POST ${path}/allow`)).status).toBe(403);
    for (const who of ['admin', 'author', 'viewer', 'owner'])
      expect([who, (await vote(path, who)).status]).toEqual([who, 403]);
    const asSecond = await ask(server, `POST ${path}/allow`, { token: second.token });
    expect(asSecond).toMatchObject({ status: 403, json: { detail: 'this link was sent to another person' } });
    const asStranger = await ask(server, `POST ${path}/allow`, { token: stranger.token('approver') });
    expect(asStranger.status).toBe(410);
    expect(await inspect(server.databaseUrl, 'select 1 from votes where approval = $1', [id])).toEqual([]);
    expect((await vote(path, 'approver')).status).toBe(200);
  });

  test('used by many at once answers once', async () => {
    const { path } = await link();
    const found = await Promise.all(Array.from({ length: 8 }, () => vote(path, 'approver')));
    expect(found.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('forged, or changed by one character, opens nothing', async () => {
    const { id, path } = await link();
    const last = path.at(-1) === 'A' ? 'B' : 'A';
    expect((await vote(`${path.slice(0, -1)}${last}`, 'approver')).status).toBe(410);
    expect((await vote(`/v1/answer/pml_${'x'.repeat(43)}`, 'approver')).status).toBe(410);
    expect(await stateOf(id)).toBe('pending');
  });

  test('of the owner does not answer, nor of somebody whose role was taken', async () => {
    const own = await link('owner');
    expect((await vote(own.path, 'owner')).json.detail).toMatch('you own the agent');
    const person = team.people['owner']?.person;
    const body = { roles: [{ role: 'viewer', project: null }] };
    await asTwo(server, team, [`PUT /v1/people/${person}/roles`, body]);
    expect((await vote(own.path, 'owner')).status).toBe(403);
    expect(await stateOf(own.id)).toBe('pending');
  });
});

describe('an admin who owns the agent cannot vote in the names of others', () => {
  test('with targets that lead to a place of their own, under a quorum of two', async () => {
    const people = await Promise.all(
      ['carla', 'oskar'].map((name) =>
        server.operator.addPerson({
          organisation: team.name,
          email: `${name}@${team.name}.example`,
          roles: ['approver'],
        }),
      ),
    );
    const token = team.token('admin');
    const owned = await ask(server, 'POST /v1/enrolments', {
      token,
      body: { project: team.project, owner: team.people['admin']?.person, uses: 1, minutes: 5 },
    });
    const mine = await enrol(server, owned.json.token);
    const rule = { project: null, rule: '*', quorum: 2, answerMinutes: 5, escalateMinutes: null };
    await ask(server, 'POST /v1/approval-rules', { token, body: rule });
    for (const { person } of people) {
      const { json } = await hook({ person });
      // By every way that could confirm it for them.
      await ask(server, `POST /v1/me/hooks/${json.id}/confirm`, { token });
    }
    await hook({});
    const { json } = await mine.ask('POST /v1/agent/approvals', { body: question() });
    await arrival();
    const links = received.flatMap(({ body }) => JSON.parse(body).link ?? []);
    for (const to of links) await fetch(`${to}/allow`, { method: 'POST' });
    expect(links).toEqual([]);
    expect(await stateOf(json.id)).toBe('pending');
    expect(await inspect(server.databaseUrl, 'select 1 from votes where approval = $1', [json.id])).toEqual(
      [],
    );
  });
});
