import { describe, expect, test } from 'vitest';
import { ask, createTeam, enrol, inspect, type Team, type TestAgent, type TestServer } from '../harness.ts';
import { onServer } from '../on-server.ts';
import { makeLines } from '../lines.ts';
import { question } from '../question.ts';
import { operationsOf, type Operation } from './operations.ts';
import { runFuzz } from './run-fuzz.ts';

let server: TestServer;
let ours: Team;
let theirs: Team;
let ourAgent: TestAgent;
let theirAgent: TestAgent;
let operations: readonly Operation[];
/** Identifiers of the other organisation, by the name of the parameter. */
let ids: Readonly<Record<string, string>>;
/** Whatever would tell that something of theirs was seen. */
let marks: readonly string[];

onServer(async (made) => {
  server = made;
  ours = await createTeam(server, 'ours', { all: ['viewer', 'approver', 'author', 'admin'] });
  theirs = await createTeam(server, 'theirs', { all: ['viewer', 'approver', 'author', 'admin'] });
  ourAgent = await enrol(server, ours.enrolment);
  theirAgent = await enrol(server, theirs.enrolment);
  const token = theirs.token('all');
  const path = `/v1/projects/${theirs.project}`;
  const text = 'deny: [Bash]\ntests: [{ call: Bash(x), expect: deny }]';
  await ask(server, `POST ${path}/policies`, { token, body: { text, note: 'theirs' } });
  await ask(server, `POST ${path}/rollout`, { token, body: { version: 1, stage: 'all' } });
  const asked = await theirAgent.ask('POST /v1/agent/approvals', { body: question() });
  await theirAgent.ask('POST /v1/agent/entries', {
    bytes: Buffer.from(makeLines(3, undefined, 'theirs').lines.join('')),
  });
  const rule = { project: null, rule: '*', quorum: 1, answerMinutes: 5, escalateMinutes: null };
  const ruled = await ask(server, 'POST /v1/approval-rules', { token, body: rule });
  const hook = { kind: 'webhook', project: null, address: 'http://127.0.0.1:1/theirs' };
  const hooked = await ask(server, 'POST /v1/hooks', { token, body: hook });
  const target = { kind: 'otlp', url: 'http://127.0.0.1:1/' };
  const streamed = await ask(server, 'POST /v1/streams', { token, body: { target } });
  const tokens = await ask(server, 'GET /v1/tokens', { token });
  const [granted] = await inspect<{ id: string }>(
    server.databaseUrl,
    `insert into team_grants (organisation, approval, asked_in, agent, owner, call, rules, answers, given_in, digest,
       quorum, state, vote_before, expires_at)
     select organisation, id, project, agent, owner, '{}', '["theirs 0"]', '[]', 'default', 'a digest of the grant', 2,
       'granted', now(), now() + interval '1 day'
     from approvals where organisation = $1 returning id`,
    [theirs.organisation],
  );
  ids = {
    project: theirs.project,
    person: theirs.people['viewer']?.person ?? '',
    agent: theirAgent.id,
    approval: asked.json.id,
    rule: ruled.json.id,
    hook: hooked.json.id,
    stream: streamed.json.id ?? '',
    token: tokens.json.tokens[0].id,
    grant: granted?.id ?? '',
    delivery: theirs.project,
    number: '1',
    days: '7',
    format: 'jsonl',
    verdict: 'allow',
    link: `pml_${'x'.repeat(43)}`,
    digest: 'a'.repeat(64),
    channel: 'x'.repeat(32),
    organisation: 'nobody',
  };
  operations = await operationsOf(server);
  const seen = await inspect<{ mark: string }>(
    server.databaseUrl,
    `select id::text as mark from people where organisation = $1 union select id::text from projects where organisation = $1
     union select id::text from agents where organisation = $1 union select id::text from approvals where organisation = $1`,
    [theirs.organisation],
  );
  marks = [...seen.map(({ mark }) => mark), 'theirs.example', 'theirs 0', theirs.organisation];
});

function filled({ path, parameters }: Operation): string {
  const whole = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? 'missing');
  const query = parameters
    .filter((each) => each.in === 'query')
    .flatMap(({ name }) => {
      const value = {
        from: '2020-01-01',
        to: '2100-01-01',
        agent: ids['agent'],
        project: ids['project'],
        state: 'sent',
      }[name];
      return value === undefined ? [] : [`${name}=${value}`];
    });
  return query.length === 0 ? whole : `${whole}?${query.join('&')}`;
}

const bodies: Readonly<Record<string, () => unknown>> = {
  'PUT /v1/people/{person}/roles': () => ({ roles: [{ role: 'viewer', project: null }] }),
  'POST /v1/enrolments': () => ({
    project: theirs.project,
    owner: theirs.people['owner']?.person,
    uses: 1,
    minutes: 5,
  }),
  'POST /v1/projects/{project}/policies': () => ({ text: 'deny: [Bash]', note: 'planted' }),
  'POST /v1/projects/{project}/rollout': () => ({ version: 1, stage: 'all' }),
  'PUT /v1/freeze': () => ({ what: 'agent', id: theirAgent.id, reason: 'planted' }),
  'POST /v1/approvals/{approval}/answer': () => ({ digest: 'a digest of the question', verdict: 'allow' }),
  'POST /v1/approvals/{approval}/team-grant': () => ({ digest: 'a digest of the question', rules: ['Bash'] }),
  'POST /v1/team-grants/{grant}/vote': () => ({ digest: 'a digest of the grant', verdict: 'deny' }),
  'POST /v1/approval-rules': () => ({
    project: theirs.project,
    rule: '*',
    quorum: 1,
    answerMinutes: 5,
    escalateMinutes: null,
  }),
  'POST /v1/hooks': () => ({
    kind: 'webhook',
    project: theirs.project,
    address: 'http://127.0.0.1:1/planted',
  }),
  'PUT /v1/hooks/{hook}/quiet-hours': () => ({ hours: null }),
  'POST /api/try': () => ({ project: theirs.project, tool: 'Bash', input: { command: 'ls' } }),
  'POST /api/matching': () => ({ project: theirs.project, rules: ['Bash'] }),
  'POST /v1/agent/approvals/{approval}/use': () => ({
    callKey: 'a key of the call',
    digest: 'a digest of the question',
  }),
};

describe('another organisation, by every endpoint', () => {
  test('shows nothing to people', async () => {
    const tried = operations.filter(
      ({ who, path }) => who === 'person' && !/\/(?:events|live)$/.test(path) && path !== '/v1/sign-out',
    );
    expect(tried.length).toBeGreaterThan(30);
    for (const operation of tried) {
      const key = `${operation.method} ${operation.path}`;
      const body = bodies[key]?.();
      const { status, json } = await ask(server, `${operation.method} ${filled(operation)}`, {
        token: ours.token('all'),
        ...(body === undefined ? {} : { body }),
      });
      const names =
        /\{(?:project|person|agent|approval|rule|hook|stream|token|delivery|grant)\}/.test(operation.path) ||
        body !== undefined;
      const text = JSON.stringify(json);
      expect([
        key,
        status,
        marks.filter((mark) => text.includes(mark) && !filled(operation).includes(mark)),
      ]).toEqual([key, status, []]);
      // A list of something of theirs may be empty; nothing else may succeed.
      const isEmpty = status === 200 && /\[\]/.test(text);
      if (names && !isEmpty) expect([key, status >= 400]).toEqual([key, true]);
    }
  });

  test('shows nothing to agents', async () => {
    for (const operation of operations.filter(({ who, path }) => who === 'agent' && path.includes('{'))) {
      const key = `${operation.method} ${operation.path}`;
      const body = bodies[key]?.();
      const { status } = await ourAgent.ask(
        `${operation.method} ${filled(operation)}`,
        body === undefined ? {} : { body },
      );
      expect([key, status]).toEqual([key, 404]);
    }
  });

  test('was not changed by any of it', async () => {
    const rows = await inspect(
      server.databaseUrl,
      `select (select count(*)::int from projects where organisation = $1 and not is_baseline) as projects,
        (select count(*)::int from policy_versions where organisation = $1) as versions,
        (select count(*)::int from hooks where organisation = $1) as hooks,
        (select count(*)::int from enrolments where organisation = $1) as enrolments,
        (select state from approvals where organisation = $1) as state,
        (select state from team_grants where organisation = $1) as granted,
        (select count(*)::int from agents where organisation = $1 and (frozen is not null or revoked_at is not null)) as stopped`,
      [theirs.organisation],
    );
    expect(rows).toEqual([
      {
        projects: 1,
        versions: 1,
        hooks: 1,
        enrolments: 1,
        state: 'pending',
        granted: 'granted',
        stopped: 0,
      },
    ]);
  });
});

describe('a request of an agent', () => {
  test('is worth nothing for another path, body or method', async () => {
    const { signRequest } = await import('@permesso/protocol/bundle');
    const body = Buffer.from(JSON.stringify(question()));
    const authorization = signRequest(
      { method: 'POST', target: '/v1/agent/approvals', body },
      { agent: ourAgent.id, key: ourAgent.key.privateKey, at: Date.now() },
    );
    const send = async (path: string, sent: Buffer, method = 'POST'): Promise<number> => {
      const headers = { authorization, 'content-type': 'application/json' };
      return (
        await fetch(server.url + path, { method, headers, ...(method === 'POST' ? { body: sent } : {}) })
      ).status;
    };
    expect(
      await send('/v1/agent/approvals', Buffer.from(JSON.stringify(question({ callKey: 'other' })))),
    ).toBe(401);
    expect(await send('/v1/agent/counts', body)).toBe(401);
    expect(await send('/v1/agent/evidence', body, 'GET')).toBe(401);
    expect(await send('/v1/agent/approvals', body)).toBe(201);
    // Sent again it finds the same question.
    expect(await send('/v1/agent/approvals', body)).toBe(200);
  });

  test('of somebody else is not made with a known identifier', async () => {
    const { signRequest } = await import('@permesso/protocol/bundle');
    const authorization = signRequest(
      { method: 'GET', target: '/v1/agent/evidence', body: new Uint8Array() },
      { agent: theirAgent.id, key: ourAgent.key.privateKey, at: Date.now() },
    );
    expect((await ask(server, 'GET /v1/agent/evidence', { headers: { authorization } })).status).toBe(401);
  });
});

test('nearly right requests make nothing fail', async () => {
  const found = await runFuzz(Number(process.env['PERMESSO_FUZZ'] ?? 800), 7);
  expect(found.failures).toEqual([]);
  expect(Object.keys(found.byStatus).length).toBeGreaterThan(3);
});

test('a wrong token takes as long as a token that nobody has', async () => {
  const time = async (token: string): Promise<number> => {
    const began = performance.now();
    await ask(server, 'GET /v1/me', { token });
    return performance.now() - began;
  };
  const real = ours.token('viewer');
  const near = real.slice(0, -1) + (real.endsWith('A') ? 'B' : 'A');
  const far = `pmt_${'q'.repeat(43)}`;
  const [nearly, farther]: [number[], number[]] = [[], []];
  for (let round = 0; round < 60; round++) {
    nearly.push(await time(near));
    farther.push(await time(far));
  }
  const median = (list: number[]): number => list.toSorted((a, b) => a - b)[list.length / 2] ?? 0;
  // Both are looked up by hash; the bound is wide because other work shares the machine.
  expect(median(nearly) / median(farther)).toBeGreaterThan(0.5);
  expect(median(nearly) / median(farther)).toBeLessThan(2);
});
