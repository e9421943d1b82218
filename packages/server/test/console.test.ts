import type { ActivityCounts, FoundEntries, Overview } from '@permesso/protocol/console';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ask,
  createTeam,
  enrol,
  inspect,
  startTestServer,
  type Team,
  type TestAgent,
  type TestServer,
} from './harness.ts';
import { makeLines } from './lines.ts';
import { approve } from './publish.ts';
import { question } from './question.ts';

let pages: string;
let server: TestServer;
let team: Team;
let agent: TestAgent;

beforeAll(async () => {
  pages = mkdtempSync(join(tmpdir(), 'permesso-pages-'));
  writeFileSync(join(pages, 'index.html'), '<!doctype html><title>Permesso</title>');
  server = await startTestServer({ settings: { pages } });
  team = await createTeam(server, 'acme');
  agent = await enrol(server, team.enrolment, 'build machine');
});

afterAll(async () => {
  await server.end();
  rmSync(pages, { recursive: true, force: true, maxRetries: 20 });
});

describe('the pages', () => {
  test('are there for everybody, and let nothing run or load that is not theirs', async () => {
    const { status, json, headers } = await ask(server, 'GET /');
    expect([status, json]).toEqual([200, '<!doctype html><title>Permesso</title>']);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types permesso-worker; worker-src 'self'",
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  });

  test.each(['/../package.json', '/%2e%2e/package.json', '/assets/..%2f..%2fpackage.json', '//index.html'])(
    '%s is none of them',
    async (path) => {
      expect((await ask(server, `GET ${path}`)).status).toBe(404);
    },
  );
});

describe('who sits there', () => {
  test('is told with the organisation and what may be looked at', async () => {
    const {
      json: { plugins, ...json },
    } = await ask(server, 'GET /api/who', { token: team.token('approver') });
    // The others have no settings here, and offer people nothing.
    expect(plugins).toEqual(
      expect.arrayContaining(['passkeys', 'quiet-hours', 'slack', 'streams', 'web-push']),
    );
    expect(plugins).not.toContain('traces');
    expect(json).toEqual({
      mode: 'team',
      organisation: 'acme',
      frozen: null,
      person: team.people['approver']?.person,
      email: 'approver@acme.example',
      roles: [{ role: 'approver', project: null }],
      projects: [{ id: team.project, name: 'main', frozen: null }],
    });
  });

  test('is asked to sign in where nobody does', async () => {
    const { status, headers } = await ask(server, 'GET /api/who');
    expect([status, headers.get('content-type')]).toEqual([401, 'application/problem+json']);
  });
});

interface Told {
  readonly event: string;
  // eslint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  readonly data: any;
}

/** What a page receives, one after the other. */
async function* listen(token: string): AsyncGenerator<Told> {
  const over = new AbortController();
  const response = await fetch(`${server.url}/api/live`, {
    headers: { authorization: `Bearer ${token}` },
    signal: over.signal,
  });
  let text = '';
  try {
    for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += piece;
      for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
        const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(text.slice(0, end)) ?? [];
        text = text.slice(end + 2);
        if (event !== undefined && data !== undefined) yield { event, data: JSON.parse(data) };
      }
    }
  } finally {
    over.abort();
  }
}

async function next(told: AsyncGenerator<Told>): Promise<Told> {
  const { value } = await told.next();
  if (value === undefined) throw new Error('nothing more is told');
  return value as Told;
}

const answer = (id: string, who: string, verdict: string): ReturnType<typeof ask> =>
  ask(server, `POST /v1/approvals/${id}/answer`, {
    token: team.token(who),
    body: { digest: 'a digest of the question', verdict },
  });

describe('what waits', () => {
  test('is told whole at first, and then as it changes', async () => {
    const told = listen(team.token('approver'));
    expect(await next(told)).toEqual({ event: 'inbox', data: { items: [], waiting: 0 } });
    const { json } = await agent.ask('POST /v1/agent/approvals', { body: question({ callKey: 'live' }) });
    const { event, data } = await next(told);
    expect(event).toBe('change');
    expect(data).toMatchObject({
      gone: [],
      added: [
        {
          id: json.id,
          digest: 'a digest of the question',
          call: { tool: 'Bash', input: { command: 'git push' }, cwd: '/home/dev/project' },
          message: 'Publishes your work.',
          scopes: ['once'],
          editable: false,
          team: {
            project: 'main',
            agent: 'build machine',
            owner: 'owner@acme.example',
            quorum: 1,
            votes: [],
          },
        },
      ],
    });
    expect(data.added[0].team).not.toHaveProperty('whyNot');
    await answer(json.id, 'approver', 'deny');
    expect(await next(told)).toEqual({ event: 'change', data: { added: [], gone: [json.id] } });
    await told.return(undefined);
  });

  test.each([
    ['owner', 'You own the agent that asks, so somebody else must answer.'],
    ['viewer', 'To answer you need the role approver in this project.'],
  ])('says to the %s why they cannot answer', async (who, whyNot) => {
    const { json } = await agent.ask('POST /v1/agent/approvals', {
      body: question({ callKey: `why ${who}` }),
    });
    const told = listen(team.token(who));
    expect((await next(told)).data.items).toMatchObject([{ id: json.id, team: { whyNot } }]);
    await told.return(undefined);
    await answer(json.id, 'approver', 'deny');
  });

  test('shows how far a quorum is, as it is reached', async () => {
    const other = await server.operator.addPerson({
      organisation: 'acme',
      email: 'other@acme.example',
      roles: ['approver'],
    });
    const rule = { project: null, rule: '*', quorum: 2, answerMinutes: 5, escalateMinutes: null };
    const made = await ask(server, 'POST /v1/approval-rules', { token: team.token('admin'), body: rule });
    const { json } = await agent.ask('POST /v1/agent/approvals', { body: question({ callKey: 'quorum' }) });
    const told = listen(team.token('approver'));
    expect((await next(told)).data.items).toMatchObject([{ team: { quorum: 2, votes: [] } }]);
    await answer(json.id, 'approver', 'allow');
    expect((await next(told)).data).toMatchObject({
      gone: [],
      added: [
        {
          id: json.id,
          team: {
            votes: [{ by: 'approver@acme.example', verdict: 'allow' }],
            whyNot: 'You approved this. Other approvers still have to agree.',
          },
        },
      ],
    });
    const body = { digest: 'a digest of the question', verdict: 'allow' };
    await ask(server, `POST /v1/approvals/${json.id}/answer`, { token: other.token, body });
    expect((await next(told)).data.gone).toEqual([json.id]);
    await told.return(undefined);
    await ask(server, `DELETE /v1/approval-rules/${made.json.id}`, { token: team.token('admin') });
  });

  test('is text, whatever shapes an agent sends', async () => {
    const strange = question({
      callKey: 'strange',
      call: { tool: 'Bash', input: { a: null }, host: 7, agent: 'x', session: {}, cwd: '/x' },
      decision: {
        verdict: 'ask',
        message: ['no'],
        suggestions: [{ rules: 'all', covers: 3 }, null, 5],
        receipt: {
          parts: [null, 7, { label: {}, verdict: 'sure', doubts: 'none', span: { start: 'a' } }],
          determining: 3,
        },
      },
      effects: [null, { words: {}, lasting: 'yes' }, { words: 'x', lasting: true }],
    });
    const asked = await agent.ask('POST /v1/agent/approvals', { body: strange });
    expect(asked.status).toBe(201);
    const told = listen(team.token('approver'));
    const { data } = await next(told);
    const part = { label: '', verdict: 'ask', reason: '', doubts: [] };
    expect(data.items).toMatchObject([
      {
        call: { tool: 'Bash', input: { a: null }, cwd: '/x' },
        message: '',
        parts: [part, part, part],
        effects: [
          { words: '', lasting: false },
          { words: '', lasting: false },
          { words: 'x', lasting: true },
        ],
        suggestions: [
          { rules: [], covers: '' },
          { rules: [], covers: '' },
          { rules: [], covers: '' },
        ],
      },
    ]);
    expect(data.items[0].call).not.toHaveProperty('host');
    await told.return(undefined);
    await answer(asked.json.id, 'approver', 'deny');
  });

  test('is not told any more to somebody who may not look', async () => {
    const gone = await server.operator.addPerson({
      organisation: 'acme',
      email: 'gone@acme.example',
      roles: ['viewer'],
    });
    const told = listen(gone.token);
    await next(told);
    await ask(server, `POST /v1/people/${gone.person}/disable`, { token: team.token('admin') });
    expect(await told.next()).toMatchObject({ done: true });
  });

  test('is told once, whatever other transactions of the database server still run', async () => {
    // Any writing transaction holds the oldest snapshot back, also one in another database.
    const other = new pg.Client({ connectionString: server.databaseUrl });
    await other.connect();
    await other.query('begin; select pg_current_xact_id()');
    try {
      const earlier = await agent.ask('POST /v1/agent/approvals', { body: question({ callKey: 'earlier' }) });
      await answer(earlier.json.id, 'approver', 'deny');
      const told = listen(team.token('approver'));
      expect(await next(told)).toEqual({ event: 'inbox', data: { items: [], waiting: 0 } });
      const { json } = await agent.ask('POST /v1/agent/approvals', { body: question({ callKey: 'now' }) });
      // It does not wait for the other transaction either.
      const { data } = await next(told);
      expect([data.added.map(({ id }: { id: string }) => id), data.gone]).toEqual([[json.id], []]);
      await other.query('rollback');
      await answer(json.id, 'approver', 'deny');
      expect(await next(told)).toEqual({ event: 'change', data: { added: [], gone: [json.id] } });
      await told.return(undefined);
    } finally {
      await other.end();
    }
  });

  test('beyond what fits is counted', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 4; at++) {
      const input = { command: Array.from({ length: 12_000 }, () => Math.random().toString(36)).join(' ') };
      const body = question({ callKey: `large ${at}`, call: { tool: 'Bash', input } });
      const asked = await agent.ask('POST /v1/agent/approvals', { body });
      expect(asked.status).toBe(201);
      ids.push(asked.json.id);
    }
    // As large as many questions of many agents would be together.
    await inspect(
      server.databaseUrl,
      `update approvals set request = jsonb_set(request, '{call,input,more}', to_jsonb((
         select string_agg(md5(random()::text), '') from generate_series(1, 20000)))) where id = any($1)`,
      [ids],
    );
    const told = listen(team.token('approver'));
    const { data } = await next(told);
    expect(data.waiting).toBe(4);
    expect(data.items.length).toBeLessThan(4);
    await answer(ids[0] ?? '', 'approver', 'deny');
    const after = await next(told);
    expect([after.event, after.data.waiting]).toEqual(['inbox', 3]);
    await told.return(undefined);
    for (const id of ids.slice(1)) await answer(id, 'approver', 'deny');
  });

  test('says what a call does, where the agent named a kind that is one', async () => {
    const effects = [
      { does: 'deletes', words: 'deletes build', lasting: true },
      { does: 'explodes', words: 'anything', lasting: false },
    ];
    const asked = await agent.ask('POST /v1/agent/approvals', {
      body: question({ callKey: 'effects', effects }),
    });
    const told = listen(team.token('approver'));
    const { data } = await next(told);
    expect(data.items[0].effects).toEqual([effects[0], { words: 'anything', lasting: false }]);
    await told.return(undefined);
    await answer(asked.json.id, 'approver', 'deny');
  });
});

describe('the published policy', () => {
  const text = `
allow: [Read, 'Bash(npm run:*)', 'Bash(npm run build)']
deny: ['Bash(sudo:*)']
tests: [{ call: Bash(sudo ls), expect: deny }]
`;

  test('is nothing before anything is published, and then what is in force', async () => {
    const look = (): ReturnType<typeof ask> =>
      ask(server, `GET /api/rules?project=${team.project}`, { token: team.token('viewer') });
    expect((await look()).json).toEqual({ mode: 'default', rules: [] });
    const token = team.token('author');
    await ask(server, `POST /v1/projects/${team.project}/policies`, { token, body: { text, note: 'first' } });
    expect((await look()).json).toEqual({ mode: 'default', rules: [] });
    await approve(server, team, 1);
    await ask(server, `POST /v1/projects/${team.project}/rollout`, {
      token,
      body: { version: 1, stage: 'all' },
    });
    const { json } = await look();
    expect(json).toMatchObject({ mode: 'default', version: 1 });
    expect(
      json.rules.map((rule: { verdict: string; text: string }) => `${rule.verdict} ${rule.text}`),
    ).toEqual(expect.arrayContaining(['allow Read', 'deny Bash(sudo:*)']));
    expect(
      json.rules.find((rule: { text: string }) => rule.text === 'Bash(npm run build)').findings.length,
    ).toBeGreaterThan(0);
  });

  test('decides what is typed, or another text does', async () => {
    const decide = async (
      body: object,
    ): Promise<{ status: number; json: { decision: { verdict: string } } }> =>
      await ask(server, 'POST /api/try', {
        token: team.token('viewer'),
        body: { project: team.project, tool: 'Bash', input: { command: 'sudo ls' }, ...body },
      });
    expect((await decide({})).json.decision.verdict).toBe('deny');
    expect((await decide({ input: { command: 'npm run x' } })).json.decision.verdict).toBe('allow');
    expect((await decide({ policy: "allow: ['Bash(sudo:*)', 'Bash(ls:*)']" })).json.decision.verdict).toBe(
      'allow',
    );
    expect((await decide({ policy: '{{{' })).status).toBe(422);
    expect((await decide({ mode: 'dontAsk', input: { command: 'make' } })).json.decision.verdict).toBe(
      'deny',
    );
    await ask(server, 'PUT /v1/freeze', {
      token: team.token('admin'),
      body: { what: 'project', id: team.project, reason: 'a drill' },
    });
    expect((await decide({ input: { command: 'npm run x' } })).json.decision.verdict).toBe('deny');
    await ask(server, 'PUT /v1/freeze', {
      token: team.token('admin'),
      body: { what: 'project', id: team.project, reason: null },
    });
  });

  test('of a project where somebody has no role is not shown', async () => {
    const { json: other } = await ask(server, 'POST /v1/projects', {
      token: team.token('admin'),
      body: { name: 'other' },
    });
    const far = await server.operator.addPerson({
      organisation: 'acme',
      email: 'far@acme.example',
      roles: ['viewer'],
    });
    await ask(server, `PUT /v1/people/${far.person}/roles`, {
      token: team.token('admin'),
      body: { roles: [{ role: 'viewer', project: other.id }] },
    });
    const who = await ask(server, 'GET /api/who', { token: far.token });
    expect(who.json.projects).toEqual([{ id: other.id, name: 'other', frozen: null }]);
    expect((await ask(server, `GET /api/rules?project=${team.project}`, { token: far.token })).status).toBe(
      404,
    );
    expect((await ask(server, 'GET /api/activity', { token: far.token })).status).toBe(403);
    const { json: asked } = await agent.ask('POST /v1/agent/approvals', {
      body: question({ callKey: 'far' }),
    });
    const told = listen(far.token);
    expect((await next(told)).data).toEqual({ items: [], waiting: 0 });
    await told.return(undefined);
    await answer(asked.id, 'approver', 'deny');
  });
});

describe('the record', () => {
  test('is read from its end, a step at a time, and nothing twice', async () => {
    const count = 250;
    const { lines } = makeLines(count, undefined, 'entry');
    await agent.ask('POST /v1/agent/entries', { bytes: Buffer.from(lines.join('')) });
    const found: { seq: number; agentName: string }[] = [];
    let more: string | undefined;
    do {
      const path = `GET /api/activity${more === undefined ? '' : `?more=${more}`}`;
      const { json } = await ask(server, path, { token: team.token('viewer') });
      found.push(...json.entries);
      more = json.more;
    } while (more !== undefined);
    expect(found.map(({ seq }) => seq)).toEqual(Array.from({ length: count }, (_, at) => count - at));
    expect(found[0]?.agentName).toBe('build machine');
    const some = await ask(server, 'GET /api/activity?words=ENTRY%20nowhere', {
      token: team.token('viewer'),
    });
    expect(some.json.entries).toEqual([]);
  });

  test('counts calls over time and by what they are, for a filter', async () => {
    const look = async (query: string): Promise<ActivityCounts> =>
      (await ask(server, `GET /api/activity/counts?${query}`, { token: team.token('viewer') })).json;
    const callsIn = ({ points }: ActivityCounts): number =>
      points.reduce((total, { allow, ask: asked, deny }) => total + allow + asked + deny, 0);
    const all = await look('range=7d');
    const { matched } = all;
    expect(all.facets.agent).toEqual([{ name: agent.id, count: matched, title: 'build machine' }]);
    expect(all.facets.project).toEqual([{ name: team.project, count: matched }]);
    expect([callsIn(all), all.all]).toEqual([matched, matched]);
    const [verdict] = all.facets.verdict;
    const [tool] = all.facets.tool;
    const some = await look(`range=7d&verdict=${verdict?.name}&tool=${tool?.name}`);
    expect(some.matched).toBeLessThanOrEqual(verdict?.count ?? 0);
    expect([some.all, some.matched > 0]).toEqual([matched, true]);
    const none = await look(`range=7d&agent=${team.project}`);
    expect([none.matched, callsIn(none)]).toEqual([0, 0]);
    const early = await look(`range=7d&from=${all.from}&to=${all.from + 1000}`);
    expect([early.matched, early.all]).toEqual([0, matched]);
  });

  test('finds entries of a kind, an agent and a time', async () => {
    const look = async (query: string): Promise<FoundEntries> =>
      (await ask(server, `GET /api/activity?${query}`, { token: team.token('viewer') })).json;
    const { entries } = await look('type=decision');
    expect(entries.length).toBeGreaterThan(0);
    expect(entries.every(({ entry }) => (entry as { type: string }).type === 'decision')).toBe(true);
    expect((await look('type=mark')).entries).toEqual([]);
    expect((await look(`type=decision&agent=${agent.id}`)).entries.length).toBe(entries.length);
    expect((await look(`agent=${team.project}`)).entries).toEqual([]);
    const received = Date.parse(entries.at(-1)?.receivedAt ?? '');
    expect((await look(`to=${received - 1000}`)).entries).toEqual([]);
    expect((await look(`from=${received + 86_400_000}`)).entries).toEqual([]);
    const wrong = await ask(server, 'GET /api/activity?from=yesterday', { token: team.token('viewer') });
    expect(wrong.status).toBe(400);
  });

  test('goes on from nowhere else', async () => {
    const { status } = await ask(server, "GET /api/activity?more=1_2_'", { token: team.token('viewer') });
    expect(status).toBe(400);
  });

  test('gives figures', async () => {
    const { json } = await ask(server, 'GET /api/stats', { token: team.token('viewer') });
    expect(json.days).toBe(7);
    expect(json.decisions.allow + json.decisions.ask + json.decisions.deny).toBeGreaterThan(0);
    expect(json.approvalRate).toBeLessThan(1);
    expect(json.medianWaitMs).toBeGreaterThan(0);
    expect(json.hours.length).toBe(1);
    expect(json.mostAsked[0]).toMatchObject({ what: 'Bash(git push:*)' });
  });

  test('gives a period beside the one before it, and who is silent', async () => {
    const look = async (days: number): Promise<Overview> =>
      (await ask(server, `GET /api/overview?days=${days}`, { token: team.token('viewer') })).json;
    const month = await look(30);
    const { json: stats } = await ask(server, 'GET /api/stats', { token: team.token('viewer') });
    const { allow, ask: asked, deny, medianWaitMs } = month.now;
    expect({ allow, ask: asked, deny }).toEqual(stats.decisions);
    expect(medianWaitMs).toBeCloseTo(stats.medianWaitMs, 0);
    expect(month.before).toEqual({ allow: 0, ask: 0, deny: 0 });
    expect([month.points.length, (await look(1)).points.length, month.comparable, month.isEmpty]).toEqual([
      30,
      24,
      false,
      false,
    ]);
    expect(month.points.reduce((sum, point) => sum + point.allow, 0)).toBe(allow);
    expect(month.asked).toEqual(stats.mostAsked);
    // A machine that has just joined is not silent yet; one that joined long ago and sent nothing is.
    const quiet = await enrol(server, team.enrolment, 'quiet machine');
    const fresh = (await look(7)).agents;
    expect(fresh?.silentCount).toBe(0);
    expect(fresh?.enrolled).toBeGreaterThan(fresh?.reporting ?? 0);
    await inspect(
      server.databaseUrl,
      "update agents set enrolled_at = now() - interval '8 days' where id = $1",
      [quiet.id],
    );
    const later = (await look(7)).agents;
    expect(later).toEqual({
      ...fresh,
      silentCount: 1,
      silent: [{ name: 'quiet machine', project: 'main', last: null }],
    });
    const wrong = await ask(server, 'GET /api/overview?days=31', { token: team.token('viewer') });
    expect(wrong.status).toBe(400);
  });

  test('tells how much of it a rule would have matched', async () => {
    const body = { project: team.project, rules: ['Bash'] };
    const { json } = await ask(server, 'POST /api/matching', { token: team.token('approver'), body });
    expect(json.of).toBeGreaterThan(0);
    expect(json.matched).toBe(json.of);
    const wrong = await ask(server, 'POST /api/matching', {
      token: team.token('approver'),
      body: { ...body, rules: ['Bash('] },
    });
    expect(wrong.status).toBe(422);
  });
});

describe('rules of other programs', () => {
  const claude = '{ "permissions": { "allow": ["Bash(npm test)"], "deny": ["Bash(curl:*)"] } }';
  const path = (what: string): string => `POST /api/${what}?project=${team.project}`;

  test('are read as a policy that an author may add', async () => {
    const body = { format: 'claude', text: claude };
    const { status, json } = await ask(server, path('import'), { token: team.token('author'), body });
    expect(status).toBe(200);
    expect(json.rules).toEqual([
      { verdict: 'allow', rule: 'Bash(npm test)' },
      { verdict: 'deny', rule: 'Bash(curl:*)' },
    ]);
    const added = await ask(server, `POST /v1/projects/${team.project}/policies`, {
      token: team.token('author'),
      body: { text: json.policy, note: 'imported' },
    });
    expect(added.status).toBe(201);
  });

  test.each([
    ['import', 'viewer', { format: 'claude', text: claude }, 403],
    ['import', 'author', { format: 'no such program', text: claude }, 422],
    ['import', 'author', { format: 'claude', text: 'no JSON at all {' }, 422],
    ['export', 'viewer', { format: 'no such program' }, 422],
    ['export', 'viewer', { format: 'codex-requirements' }, 422],
    ['export', 'viewer', { format: 'claude' }, 200],
  ])('%s by %s of %j is answered %s', async (what, who, body, status) => {
    expect((await ask(server, path(what), { token: team.token(who), body })).status).toBe(status);
  });
});
