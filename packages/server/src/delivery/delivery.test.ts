import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { signatureProblem } from 'permesso/team';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  ask,
  createTeam,
  enrol,
  inspect,
  startTestServer,
  type Answered,
  type Team,
  type TestAgent,
  type TestServer,
} from '../../test/harness.ts';
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
  server = await startTestServer({ settings: { smtpUrl: `smtp://127.0.0.1:${mailPort}?ignoreTLS=true` } });
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
  for (let tries = 0; tries < 200; tries++) {
    const found = await look();
    if (found !== undefined) return found;
    await wait(50);
  }
  throw new Error('it did not happen in time');
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
      page: `${server.url}/#inbox?question=${id}`,
    });
    expect(body).not.toContain('pml_');
  });

  test('in the shape of Slack, in which the agent can neither call people nor break out', async () => {
    await hook({ kind: 'slack' });
    await put({ call: { tool: 'Bash', input: { command: 'echo <!channel> ```x' } } });
    const { body } = await arrival();
    expect(JSON.parse(body).blocks[1].text.text).toBe("```echo &lt;!channel&gt; '''x```");
  });

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
    expect(dead.error).toMatch(/localhost leads to .*, which is no public address/);
  });
});

describe('mail', () => {
  test('reaches a person through a real SMTP server', async () => {
    await hook({ kind: 'mail', address: undefined, person: team.people['approver']?.person });
    await put({ call: { tool: 'Bash\r\nBcc: evil@example.com', input: { command: 'git push' } } });
    const mail = await soon(() => mails[0]);
    expect(mail).toMatch(new RegExp(`^To: approver@${team.name}.example`, 'm'));
    expect(mail).not.toMatch(/^Bcc:/m);
    expect(mail.replaceAll('=\r\n', '')).toMatch(/Look at it and answer, once: http\S+pml_/);
  });
});

describe('a link', () => {
  async function link(who = 'approver'): Promise<{ id: string; path: string }> {
    await hook({ person: team.people[who]?.person });
    const id = await put();
    const { body } = await arrival();
    return { id, path: new URL(JSON.parse(body).link).pathname };
  }

  test('looked at changes nothing; used answers once as its person', async () => {
    const { id, path } = await link();
    const page = await ask(server, `GET ${path}`);
    expect(page.json).toMatch('git push');
    expect(page.headers.get('content-security-policy')).toMatch("default-src 'none'");
    expect(await stateOf(id)).toBe('pending');
    expect((await ask(server, `POST ${path}/allow`)).status).toBe(200);
    expect(await stateOf(id)).toBe('approved');
    expect((await ask(server, `POST ${path}/deny`)).status).toBe(410);
    expect((await ask(server, `GET ${path}`)).status).toBe(410);
    const [vote] = await inspect(server.databaseUrl, 'select person, via from votes where approval = $1', [
      id,
    ]);
    expect(vote).toEqual({ person: team.people['approver']?.person, via: 'link' });
  });

  test('used by many at once answers once', async () => {
    const { path } = await link();
    const found = await Promise.all(Array.from({ length: 8 }, () => ask(server, `POST ${path}/allow`)));
    expect(found.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('forged, or changed by one character, opens nothing', async () => {
    const { id, path } = await link();
    const last = path.at(-1) === 'A' ? 'B' : 'A';
    expect((await ask(server, `POST ${path.slice(0, -1)}${last}/allow`)).status).toBe(410);
    expect((await ask(server, `POST /v1/answer/pml_${'x'.repeat(43)}/allow`)).status).toBe(410);
    expect(await stateOf(id)).toBe('pending');
  });

  test('of the owner does not answer, nor of somebody whose role was taken', async () => {
    const own = await link('owner');
    expect((await ask(server, `POST ${own.path}/allow`)).status).toBe(403);
    expect(await stateOf(own.id)).toBe('pending');
    const person = team.people['owner']?.person;
    await ask(server, `PUT /v1/people/${person}/roles`, { token: team.token('admin'), body: { roles: [] } });
    received.length = 0;
    const id = await put({ callKey: 'another' });
    const { body } = await arrival();
    const path = new URL(JSON.parse(body).link).pathname;
    expect((await ask(server, `POST ${path}/allow`)).json.detail).toMatch('may not answer any more');
    expect(await stateOf(id)).toBe('pending');
  });

  test('shows what an agent wrote as text', async () => {
    await hook({ person: team.people['approver']?.person });
    await put({ call: { tool: 'Bash', input: { command: '<script>alert(1)</script>' } } });
    const { body } = await arrival();
    const page = await ask(server, `GET ${new URL(JSON.parse(body).link).pathname}`);
    expect(page.json).not.toContain('<script>');
  });
});
