import { gzipSync } from 'node:zlib';
import { type Evidence, evidenceProblems, isCheckpoint } from '@permesso/protocol/proof';
import { sha256 } from '@permesso/protocol/entry';
import { describe, expect, test, vi } from 'vitest';
import {
  ask,
  createTeam,
  enrol,
  inspect,
  type Answered,
  type Team,
  type TestAgent,
  type TestServer,
} from '../../test/harness.ts';
import { onTeams } from '../../test/on-server.ts';
import { makeLines } from '../../test/lines.ts';
import { maintainPartitions } from './partitions.ts';

let server: TestServer;
let team: Team;
let agent: TestAgent;

onTeams((made) => {
  ({ server, team, agent } = made);
});

function send(
  lines: readonly string[],
  how: { readonly gap?: true; readonly plain?: true; readonly by?: TestAgent } = {},
): Promise<Answered> {
  const bytes = Buffer.from(lines.join(''));
  return (how.by ?? agent).ask(`POST /v1/agent/entries${how.gap === true ? '?gap=accept' : ''}`, {
    bytes: how.plain === true ? bytes : gzipSync(bytes),
    headers: how.plain === true ? {} : { 'content-encoding': 'gzip' },
  });
}

function look(path: string, who = 'viewer'): Promise<Answered> {
  return ask(server, `GET ${path}`, { token: team.token(who) });
}

async function stored(id = agent.id): Promise<readonly number[]> {
  const rows = await inspect<{ seq: string }>(
    server.databaseUrl,
    'select seq from events where agent = $1 order by seq',
    [id],
  );
  return rows.map(({ seq }) => Number(seq));
}

async function findings(): Promise<readonly unknown[]> {
  const { json } = await look('/v1/findings');
  return json.findings.map(({ what, first, last }: Record<string, unknown>) => [what, first, last]);
}

describe('entries', () => {
  test('arrive as they were written, gzip or plain', async () => {
    const { lines } = makeLines(5);
    expect((await send(lines.slice(0, 3))).json).toMatchObject({ seq: 3, stored: 3, findings: [] });
    expect((await send(lines.slice(3), { plain: true })).json).toMatchObject({ seq: 5, stored: 2 });
    const rows = await inspect<{ line: string }>(
      server.databaseUrl,
      'select line from events where agent = $1 order by seq',
      [agent.id],
    );
    expect(rows.map(({ line }) => `${line}\n`)).toEqual(lines);
    expect(await findings()).toEqual([]);
  });

  test('sent twice, in pieces or all at once, are stored once', async () => {
    const { lines } = makeLines(20);
    const batches = [lines.slice(0, 10), lines.slice(0, 10), lines.slice(5, 15), lines, lines];
    for (const batch of batches) expect((await send(batch)).status).toBe(200);
    expect(
      (await Promise.all(Array.from({ length: 6 }, () => send(lines)))).every(({ status }) => status === 200),
    ).toBe(true);
    expect(await stored()).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(await findings()).toEqual([]);
  });

  test('out of order are asked for again, and nothing is acknowledged', async () => {
    const { lines } = makeLines(10);
    expect(await send(lines.slice(5))).toMatchObject({ status: 409, json: { expected: 1 } });
    expect(await stored()).toEqual([]);
    await send(lines.slice(0, 5));
    await send(lines.slice(5));
    expect(await stored()).toHaveLength(10);
  });

  test('many batches of one agent at once: each entry once, however they come', async () => {
    const { lines } = makeLines(60);
    const pieces = Array.from({ length: 6 }, (_, index) => lines.slice(index * 10, index * 10 + 10));
    for (let round = 0; round < 7; round++)
      await Promise.all(pieces.toReversed().map((piece) => send(piece)));
    expect(await stored()).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
  });
});

describe('what is wrong with a chain is found and kept', () => {
  const { lines } = makeLines(10);

  test('a gap', async () => {
    await send(lines.slice(0, 3));
    expect((await send(lines.slice(6), { gap: true })).status).toBe(200);
    expect(await findings()).toEqual([['gap', 4, 6]]);
    expect(await stored()).toEqual([1, 2, 3, 7, 8, 9, 10]);
  });

  test('a changed line', async () => {
    const changed = lines.with(4, lines[4]?.replace('echo', 'rm') ?? '');
    await send(changed);
    expect(await findings()).toEqual([['changed', 5, 5]]);
    expect(await stored()).not.toContain(5);
  });

  test('a line that was changed and given a new hash', async () => {
    const text = (lines[4] ?? '').replace('echo', 'rm').replace(/,"hash":"\w+"\}\n$/, '}');
    const forged = `${text.slice(0, -1)},"hash":"${sha256(text)}"}\n`;
    await send(lines.with(4, forged));
    expect(await findings()).toEqual([['unlinked', 5, 6]]);
  });

  test('a replaced end', async () => {
    await send(lines);
    const other = makeLines(12, undefined, 'other').lines;
    await send(other.slice(9));
    expect(await findings()).toEqual([
      ['unlinked', 10, 11],
      ['forked', 10, 10],
    ]);
  });

  test('something that is not an entry', async () => {
    await send([...lines.slice(0, 2), 'not an entry\n', '{"seq":1}\n', ...lines.slice(2)]);
    expect(await findings()).toEqual([['foreign', null, null]]);
    expect(await stored()).toHaveLength(10);
  });
});

describe('hostile batches', () => {
  test('that inflate to too much are refused', async () => {
    const bomb = gzipSync(Buffer.alloc(40 * 1024 * 1024));
    const { status } = await agent.ask('POST /v1/agent/entries', {
      bytes: bomb,
      headers: { 'content-encoding': 'gzip' },
    });
    expect(status).toBe(413);
  });

  test.each([
    ['no gzip', Buffer.from('not gzip'), 'gzip', 400],
    ['another encoding', Buffer.from('x'), 'br', 415],
    ['nothing', Buffer.alloc(0), 'identity', 200],
  ])('%s', async (_what, bytes, encoding, status) => {
    const found = await agent.ask('POST /v1/agent/entries', {
      bytes,
      headers: { 'content-encoding': encoding },
    });
    expect(found.status).toBe(status);
  });

  test('cannot write for another agent, whatever they say inside', async () => {
    const other = await enrol(server, team.enrolment);
    const { lines } = makeLines(3);
    await send(lines, { by: other });
    expect([await stored(), await stored(other.id)]).toEqual([[], [1, 2, 3]]);
  });

  test('with fields of odd types are kept as they are', async () => {
    const text = `{"at":"x\\ty","call":{"tool":{"a":1}},"prev":"${'0'.repeat(64)}","seq":1,"session":["\\u0000"],"type":"a\\tb\\\\N","verdict":7}`;
    const line = `${text.slice(0, -1)},"hash":"${sha256(text)}"}\n`;
    expect((await send([line])).json).toMatchObject({ seq: 1, stored: 1 });
    const [row] = await inspect(
      server.databaseUrl,
      'select at, type, verdict, tool, session, line from events where agent = $1',
      [agent.id],
    );
    expect(row).toEqual({
      at: null,
      type: 'a\tb\\N',
      verdict: null,
      tool: null,
      session: null,
      line: line.trim(),
    });
  });
});

/** The server seals a moment later. */
const soon = { timeout: 120_000, interval: 50 };

describe('the log of the organisation', () => {
  async function evidence(path = '/v1/agent/evidence'): Promise<Evidence> {
    const sealed = async (): Promise<Evidence | undefined> => {
      const { status, json } = await agent.ask(`GET ${path}`);
      return status === 200 && json.batches.length > 0 ? json : undefined;
    };
    return await vi.waitUntil(sealed, soon);
  }

  test('proves each batch offline, and that it only grew', async () => {
    const { lines } = makeLines(40);
    await send(lines.slice(0, 4));
    const early = await evidence();
    expect(evidenceProblems(early, agent.organisationKey)).toEqual([]);
    for (let at = 4; at < 40; at += 4) await send(lines.slice(at, at + 4));
    const found = await vi.waitUntil(async () => {
      const next = await evidence(`/v1/agent/evidence?since=${early.checkpoint.size}`);
      return next.batches.length < 10 ? undefined : next;
    }, soon);
    expect(found.batches.map(({ first, last }) => [first, last])).toHaveLength(10);
    expect(found.consistency?.from).toEqual(early.checkpoint);
    expect(evidenceProblems(found, agent.organisationKey)).toEqual([]);
    expect(found.batches.at(-1)?.hash).toBe(JSON.parse(lines.at(-1) ?? '').hash);
  });

  test('a proof about anything else does not hold', async () => {
    await send(makeLines(8).lines);
    const found = await evidence();
    const [batch] = found.batches;
    if (batch === undefined) throw new Error('no batch');
    const changed = (change: object): Evidence => ({ ...found, batches: [{ ...batch, ...change }] });
    expect(evidenceProblems(changed({ last: 9 }), agent.organisationKey)).toHaveLength(1);
    expect(evidenceProblems(changed({ hash: sha256('x') }), agent.organisationKey)).toHaveLength(1);
    expect(evidenceProblems(changed({ agent: `${batch.agent}\n1` }), agent.organisationKey)).toHaveLength(1);
    const grown = { ...found, checkpoint: { ...found.checkpoint, size: found.checkpoint.size + 1 } };
    expect(evidenceProblems(grown, agent.organisationKey)).toEqual([
      "the checkpoint is not signed by the organisation's key",
    ]);
  });

  test('people get the newest checkpoint, of their own organisation', async () => {
    await send(makeLines(3).lines);
    await evidence();
    const { json } = await look('/v1/log/checkpoint');
    expect(isCheckpoint(json, agent.organisationKey)).toBe(true);
    const other = await createTeam(server, `stranger-to-${team.name}`);
    const theirs = await ask(server, 'GET /v1/log/checkpoint', { token: other.token('viewer') });
    // What was done there may be sealed already.
    expect(theirs.json.organisation).not.toBe(team.organisation);
  });
});

describe('search and export', () => {
  const span = 'from=2020-01-01&to=2100-01-01';

  test('by what entries say, page by page', async () => {
    await send(makeLines(450).lines);
    const denied = await look(`/v1/entries?${span}&verdict=deny`);
    expect(denied.json.entries).toHaveLength(45);
    expect((await look(`/v1/entries?${span}&text=echo%20449`)).json.entries).toMatchObject([{ seq: 450 }]);
    const first = await look(`/v1/entries?${span}&tool=Bash`);
    const second = await look(`/v1/entries?${span}&tool=Bash&next=${first.json.next}`);
    const third = await look(`/v1/entries?${span}&tool=Bash&next=${second.json.next}`);
    const seen = [first, second, third].flatMap(({ json }) =>
      json.entries.map(({ seq }: { seq: number }) => seq),
    );
    expect(seen).toEqual(Array.from({ length: 450 }, (_, index) => index + 1));
    expect(third.json.next).toBeUndefined();
  });

  test.each([
    ['csv', /^agent_id,by_is,far,seq,at,type/, 4],
    ['jsonl', /"command":"echo 0/, 3],
    ['ocsf', /"class_uid"/, 3],
    ['otlp', /"resourceLogs"/, 1],
  ])('as %s', async (format, shape, lines) => {
    await send(makeLines(3).lines);
    const { status, json } = await look(`/v1/entries/export/${format}?${span}`);
    const text = typeof json === 'string' ? json : JSON.stringify(json);
    expect(status).toBe(200);
    expect(text).toMatch(shape);
    expect(text.trimEnd().split('\n')).toHaveLength(lines);
  });

  test('figures', async () => {
    await send(makeLines(30).lines);
    expect((await look('/v1/entries/figures/7')).json.figures).toEqual([
      { type: 'decision', verdict: 'allow', count: 27 },
      { type: 'decision', verdict: 'deny', count: 3 },
    ]);
  });
});

test('a partition is closed to everything but inserts', async () => {
  await send(makeLines(1).lines);
  const [{ name } = { name: '' }] = await inspect<{ name: string }>(
    server.databaseUrl,
    'select tableoid::regclass::text as name from events where agent = $1',
    [agent.id],
  );
  for (const as of ['asOrganisation', 'asIngest'] as const)
    await expect(
      server.database[as](team.organisation, ({ client }) => client.query(`select * from ${name}`)),
    ).rejects.toThrow('permission denied');
  await expect(
    server.database.asIngest(team.organisation, ({ client }) => client.query('select * from events')),
  ).rejects.toThrow('permission denied');
});

test('retention drops whole days', async () => {
  await send(makeLines(3).lines);
  const [old] = await inspect<{ name: string }>(
    server.databaseUrl,
    `select 'events_' || to_char(current_date - 31, 'YYYYMMDD') as name, permesso.add_events_partition(current_date - 31)`,
  );
  await inspect(
    server.databaseUrl,
    `insert into events select organisation, agent, 99, received_at - interval '31 days', at, type, verdict, tool, session, line
     from events where agent = $1 and seq = 1`,
    [agent.id],
  );
  expect(await stored()).toEqual([1, 2, 3, 99]);
  expect(await maintainPartitions(server.database, { retentionDays: 31 })).toEqual([]);
  expect(await maintainPartitions(server.database, { retentionDays: 30 })).toEqual([old?.name]);
  expect(await stored()).toEqual([1, 2, 3]);
});

test('a day for which nobody has made room is made room for', async () => {
  const { lines } = makeLines(4);
  await send(lines.slice(0, 2));
  await inspect(server.databaseUrl, 'select permesso.drop_events_before(current_date + 4)');
  expect(await send(lines.slice(2))).toMatchObject({ status: 200, json: { seq: 4, stored: 2 } });
  expect(await stored()).toEqual([3, 4]);
});

test('several servers that make room at once', async () => {
  for (let round = 0; round < 5; round++) {
    await inspect(server.databaseUrl, 'select permesso.drop_events_before(current_date + 4)');
    await Promise.all(
      Array.from({ length: 3 }, () => maintainPartitions(server.database, { retentionDays: 30 })),
    );
  }
  expect((await send(makeLines(1).lines)).status).toBe(200);
});

test('an export that cannot begin is a problem, not a broken stream', async () => {
  const { status, json } = await look('/v1/entries/export/csv?from=2020-01-01&to=9999-99-99');
  expect([status, json.detail]).toEqual([400, 'there is no such day']);
  expect((await look('/v1/entries?from=2020-01-01&to=2100-01-01&text=%00')).status).toBe(400);
});
