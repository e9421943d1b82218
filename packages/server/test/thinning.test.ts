import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyTail, parseEntry, seal, type Tail } from '@permesso/protocol/entry';
import { countsLine, type Evidence } from '@permesso/protocol/proof';
import { joinTeam, sendLog, syncTeam, verifyEvidence, type Membership } from 'permesso/team';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { answerDemands } from '../../permesso/src/team/sending/answer-demands.ts';
import { askServer } from '../../permesso/src/team/server-request.ts';
import { adminShell } from './admin/typed.ts';
import { ask, createTeam, inspect, type Team, type TestServer } from './harness.ts';
import { onServer } from './on-server.ts';

let server: TestServer;
let team: Team;
let home: string;
let teams = 0;

onServer((started) => {
  server = started;
});

beforeEach(async () => {
  team = await createTeam(server, `thinned-${++teams}`);
  home = mkdtempSync(join(tmpdir(), 'permesso-thinned-'));
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

interface Laptop {
  readonly membership: Membership;
  readonly directory: string;
  readonly log: string;
}

async function laptop(name: string, lines: readonly string[]): Promise<Laptop> {
  const directory = join(home, name, 'team');
  const log = join(home, name, 'log');
  mkdirSync(log, { recursive: true });
  writeFileSync(join(log, 'log.jsonl'), lines.join(''));
  return {
    directory,
    log,
    membership: await joinTeam({ url: server.url, token: team.enrolment, name, directory }),
  };
}

const commands = ['git status', 'npm test', 'cat notes.txt', 'git diff'];

/** A morning: most calls are allowed and end well; every 20th is asked about and every 31st denied. */
function morning(calls: number): { readonly lines: readonly string[]; readonly tails: readonly Tail[] } {
  let tail: Tail = emptyTail;
  const lines: string[] = [];
  const tails: Tail[] = [];
  const add = (
    fields: readonly (readonly [
      Parameters<typeof seal>[0] extends ReadonlyMap<infer K, string> ? K : never,
      string,
    ])[],
  ): void => {
    const sealed = seal(
      new Map([['at', '"2026-11-17T09:00:00.000Z"'], ['agent', '["main"]'], ['session', '"s"'], ...fields]),
      tail,
    );
    tail = sealed;
    lines.push(sealed.line);
    tails.push(sealed);
  };
  for (let at = 1; at <= calls; at++) {
    const command = commands[at % commands.length] ?? '';
    const verdict = at % 31 === 0 ? 'deny' : at % 20 === 0 ? 'ask' : 'allow';
    const call = JSON.stringify({ tool: 'Bash', input: { command } });
    const key = JSON.stringify(`key ${at}`);
    const receipt = {
      parts: [{ label: command, verdict, step: 'rule', reason: 'a rule' }],
      rules: [{ verdict, text: `Bash(${command})`, layer: 'team' }],
    };
    add([
      ['type', '"decision"'],
      ['verdict', `"${verdict}"`],
      ['mode', '"default"'],
      ['call', call],
      ['key', key],
      ['receipt', JSON.stringify(receipt)],
    ]);
    if (verdict !== 'deny')
      add([
        ['type', '"end"'],
        ['ok', 'true'],
        ['call', call],
        ['key', key],
      ]);
  }
  return { lines, tails };
}

async function counts(agent: string): Promise<readonly unknown[]> {
  return await inspect(
    server.databaseUrl,
    'select verdict, tool, sum(count)::int as count from agent_counts where agent = $1 group by 1, 2 order by 1, 2',
    [agent],
  );
}

async function projectCounts(): Promise<readonly unknown[]> {
  return await inspect(
    server.databaseUrl,
    `select type, verdict, tool, rule, sum(count)::int as count from entry_counts where project = $1
     group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
    [team.project],
  );
}

test('an organisation chooses it, agents obey it, and its figures are those of the whole log', async () => {
  const { lines } = morning(300);
  const ann = await laptop('ann', lines);
  expect(await syncTeam(ann.directory, ann.membership)).toMatchObject({ manifest: { send: 'everything' } });
  const { status } = await ask(server, 'PUT /v1/sending', {
    token: team.token('admin'),
    body: { send: 'thinned' },
  });
  expect(status).toBe(200);
  await expect
    .poll(() => syncTeam(ann.directory, ann.membership))
    .toMatchObject({ manifest: { send: 'thinned' } });

  const whole = await sendLog(ann.log, ann.directory, ann.membership);
  expect(whole).toEqual({ seq: lines.length, sent: lines.length });
  const all = await projectCounts();
  const bob = await laptop('bob', lines);
  const thinned = await sendLog(bob.log, bob.directory, { ...bob.membership, sending: 'thinned' });
  expect(thinned.seq).toBe(lines.length);
  expect(thinned.sent).toBeLessThan(lines.length / 5);
  expect(await counts(bob.membership.agent)).toEqual(await counts(ann.membership.agent));
  expect(await projectCounts()).toEqual(
    (all as readonly { count: number }[]).map((row) => ({ ...row, count: row.count * 2 })),
  );
  const found = await inspect(server.databaseUrl, 'select what from findings where agent = $1', [
    bob.membership.agent,
  ]);
  expect(found).toEqual([]);
  // Who looks for allows is told that some were not sent.
  const shown: { readonly json: { entries: readonly { entry: { type: string } }[] } } = await ask(
    server,
    `GET /api/activity?verdict=allow&type=decision&agent=${bob.membership.agent}`,
    { token: team.token('admin') },
  );
  expect(JSON.stringify(shown.json)).toContain('"type":"counts"');
  // Sent again from the start, nothing is stored or counted twice.
  rmSync(join(bob.directory, 'shipped.json'));
  expect(await sendLog(bob.log, bob.directory, { ...bob.membership, sending: 'thinned' })).toEqual({
    seq: lines.length,
    sent: 0,
  });
  expect(await counts(bob.membership.agent)).toEqual(await counts(ann.membership.agent));
});

test('what can wait waits for half an hour, and a deny sends it at once', async () => {
  const { lines } = morning(30);
  const bob = await laptop('bob', lines.slice(0, 10));
  const send = (now: number): ReturnType<typeof sendLog> =>
    sendLog(bob.log, bob.directory, { ...bob.membership, sending: 'thinned', now });
  const nine = Date.parse('2026-11-17T09:00:00.000Z');
  // The first of each kind.
  expect(await send(nine)).toMatchObject({ seq: 10 });
  writeFileSync(join(bob.log, 'log.jsonl'), lines.slice(0, 20).join(''));
  expect(await send(nine + 60_000)).toEqual({ seq: 10, sent: 0 });
  expect(await send(nine + 31 * 60_000)).toEqual({ seq: 20, sent: 1 });
  writeFileSync(join(bob.log, 'log.jsonl'), lines.slice(0, 42).join(''));
  expect((await send(nine)).seq).toBe(42);
});

test('evidence says what the server holds, and what it was only told the number of', async () => {
  const { lines } = morning(100);
  const bob = await laptop('bob', lines);
  const { sent } = await sendLog(bob.log, bob.directory, { ...bob.membership, sending: 'thinned' });
  const evidence = async (): Promise<Evidence> =>
    (await askServer(bob.membership, { path: '/v1/agent/evidence' })).json() as unknown as Evidence;
  await expect.poll(async () => (await evidence()).batches?.length).toBe(1);
  const found = verifyEvidence(bob.log, await evidence(), bob.membership.organisationKey);
  // The line of counts is one of those that were sent.
  expect(found).toEqual({ ok: true, proven: sent - 1, leftOut: lines.length - sent + 1, problems: [] });
});

interface Listed {
  readonly demands: readonly {
    readonly id: string;
    readonly last: number;
    readonly problems: readonly string[] | null;
  }[];
}

async function demandAll(agent: string): Promise<Listed['demands']> {
  const rows = await inspect<{ seq: number }>(
    server.databaseUrl,
    `select seq::int as seq from events where agent = $1 and type = 'counts' order by seq`,
    [agent],
  );
  for (const { seq } of rows)
    expect(
      (
        await ask(server, `POST /v1/agents/${agent}/demands`, {
          token: team.token('admin'),
          body: { last: seq },
        })
      ).status,
    ).toBe(201);
  const { json }: { readonly json: Listed } = await ask(server, `GET /v1/agents/${agent}/demands`, {
    token: team.token('admin'),
  });
  return json.demands;
}

test('what was left out is asked for, sent, and is what was signed for', async () => {
  const { lines } = morning(300);
  const bob = await laptop('bob', lines);
  await sendLog(bob.log, bob.directory, { ...bob.membership, sending: 'thinned' });
  const { agent } = bob.membership;
  const asked = await demandAll(agent);
  expect(asked.length).toBeGreaterThan(0);
  const again = await ask(server, `POST /v1/agents/${agent}/demands`, {
    token: team.token('admin'),
    body: { last: asked[0]?.last },
  });
  expect(again.status).toBe(409);
  expect(await answerDemands(bob.log, bob.membership)).toBe(asked.length);
  expect(await answerDemands(bob.log, bob.membership)).toBe(0);
  const { json }: { readonly json: Listed } = await ask(server, `GET /v1/agents/${agent}/demands`, {
    token: team.token('admin'),
  });
  expect(json.demands.map(({ problems }) => problems)).toEqual(asked.map(() => []));
  const shown: { readonly json: { entries: readonly unknown[] } } = await ask(
    server,
    `GET /v1/agents/${agent}/demands/${asked[0]?.id}`,
    { token: team.token('admin') },
  );
  expect(shown.json.entries.length).toBeGreaterThan(100);
});

test('permesso admin sending: chosen, asked for and looked at by names', async () => {
  const shell = adminShell(server, team);
  try {
    expect((await shell.as('viewer', 'sending', 'thinned')).code).toBe(1);
    expect((await shell.as('admin', 'sending', 'thinned')).code).toBe(0);
    expect(await shell.json('viewer', 'sending')).toEqual({ send: 'thinned' });
    const dora = await laptop('dora', morning(100).lines);
    await sendLog(dora.log, dora.directory, { ...dora.membership, sending: 'thinned' });
    const [counted] = await inspect<{ seq: number }>(
      server.databaseUrl,
      `select seq::int as seq from events where agent = $1 and type = 'counts' order by seq`,
      [dora.membership.agent],
    );
    expect((await shell.as('admin', 'sending', 'demand', 'dora')).err).toContain('--entry N');
    const asked = await shell.as('admin', 'sending', 'demand', 'dora', '--entry', String(counted?.seq));
    expect(asked.out).toMatch(/^dora is asked for entries \d+ to \d+/);
    expect((await shell.as('admin', 'sending', 'demands', 'dora')).out).toContain('not yet');
    expect(await answerDemands(dora.log, dora.membership)).toBe(1);
    expect((await shell.as('admin', 'sending', 'demands', 'dora')).out).not.toContain('not yet');
    expect((await shell.as('admin', 'sending', 'everything')).out).toContain('every entry');
  } finally {
    shell.remove();
  }
});

test('an agent that hides a deny among its counts is found when it is asked, and cannot answer with another log', async () => {
  const { lines, tails } = morning(62);
  const eve = await laptop('eve', lines);
  const entries = lines.flatMap((line) => parseEntry(line) ?? []);
  const last = entries.at(-1);
  const { agent, privateKey } = eve.membership;
  if (last === undefined) throw new Error('no entry');
  // All of it, the two denials too, as if it were allows.
  const allows = entries.filter((entry) => entry.type === 'decision' && entry.verdict === 'allow');
  const left = Array.from({ length: entries.length }, (_, at) => allows[at % allows.length] ?? last);
  const line = countsLine({ before: emptyTail, last, left, agent, key: privateKey });
  const reply = await askServer(eve.membership, {
    method: 'POST',
    path: '/v1/agent/entries',
    bytes: Buffer.from(line),
    headers: { 'content-type': 'application/x-ndjson' },
  });
  expect([reply.status, tails.length]).toEqual([200, lines.length]);
  await demandAll(agent);
  await answerDemands(eve.log, eve.membership);
  const { json }: { readonly json: Listed } = await ask(server, `GET /v1/agents/${agent}/demands`, {
    token: team.token('admin'),
  });
  expect(json.demands[0]?.problems).toEqual(
    expect.arrayContaining([
      expect.stringContaining('must not be: decision deny'),
      'what was left out was counted wrongly',
    ]),
  );
  const found = await inspect(server.databaseUrl, 'select what from findings where agent = $1', [agent]);
  expect(found).toEqual([{ what: 'hidden' }]);
});

test('counts that the agent did not sign are no counts', async () => {
  const { lines } = morning(10);
  const [ann, eve] = [await laptop('ann', lines), await laptop('eve', lines)];
  const entries = lines.flatMap((line) => parseEntry(line) ?? []);
  const last = entries.at(-1);
  if (last === undefined) throw new Error('no entry');
  // Signed by another agent of the same team.
  const line = countsLine({
    before: emptyTail,
    last,
    left: entries,
    agent: ann.membership.agent,
    key: ann.membership.privateKey,
  });
  const send = async (path: string) =>
    await askServer(eve.membership, {
      method: 'POST',
      path,
      bytes: Buffer.from(line),
      headers: { 'content-type': 'application/x-ndjson' },
    });
  expect((await send('/v1/agent/entries')).status).toBe(409);
  await send('/v1/agent/entries?gap=accept');
  expect(await counts(eve.membership.agent)).toEqual([]);
});
