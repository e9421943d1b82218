import { afterEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../database/database.ts';
import { operator } from '../../identity/operator.ts';
import { migrate } from '../../database/migrate.ts';
import { secretFrom } from '../../settings.ts';
import {
  ask,
  createTeam,
  createTestDatabase,
  enrol,
  inspect,
  type Answered,
  type Team,
  type TestAgent,
} from '../../../test/harness.ts';
import { makeLines, type Lines } from '../../../test/lines.ts';
import { secret, startServer, type ServerProcess } from '../../../test/load/server-process.ts';
import { onTeams } from '../../../test/on-server.ts';
import { otlpSink, s3Sink, splunkSink, syslogSink, type Sink } from '../../../test/sinks.ts';

let server: { readonly url: string; readonly databaseUrl: string };
let team: Team;
let agent: TestAgent;
const sinks: Sink[] = [];

onTeams((made) => {
  ({ server, team, agent } = made);
});
afterEach(async () => {
  for (const sink of sinks.splice(0)) await sink.close();
});

function opened<S extends Sink>(sink: S): S {
  sinks.push(sink);
  return sink;
}

function send(lines: Lines, by = agent): Promise<Answered> {
  return by.ask('POST /v1/agent/entries', { bytes: Buffer.from(lines.lines.join('')) });
}

function add(target: object, more: object = {}, who = 'admin'): Promise<Answered> {
  return ask(server, 'POST /v1/streams', { token: team.token(who), body: { target, ...more } });
}

/** Without what people did on the server. */
const entriesIn = (sink: Sink): Sink['taken'] =>
  sink.taken.filter((record) => (record['machine'] ?? record['permesso.team.machine']) !== 'team server');
/** How many leaves each stream has yet to send, where all are sealed. */
async function behindOf(url: string): Promise<readonly number[]> {
  const rows = await inspect<{ behind: number }>(
    url,
    `select (select count(*)::int from admin_records r where r.leaf is null or r.leaf >= s.leaf) as behind from streams s`,
  );
  return rows.map(({ behind }) => behind);
}

const seqs = (sink: Sink): readonly number[] =>
  entriesIn(sink).map(
    (record) => (record['entry'] as { seq?: number })?.seq ?? Number(record['permesso.seq']),
  );
const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at + 1);

describe('entries reach, in order and with whose they are', () => {
  const whose = (): object => ({
    organisation: team.name,
    project: 'main',
    machine: 'an agent',
    agent: agent.id,
    owner: `owner@${team.name}.example`,
  });

  test('a collector of OpenTelemetry', async () => {
    const sink = opened(await otlpSink('Bearer t'));
    await add({ kind: 'otlp', url: `http://127.0.0.1:${sink.port}`, authorization: 'Bearer t' });
    await send(makeLines(5));
    await expect.poll(() => seqs(sink)).toEqual(upTo(5));
    expect(entriesIn(sink)[0]).toMatchObject({
      'permesso.team.organisation': team.name,
      'permesso.team.project': 'main',
      'permesso.team.machine': 'an agent',
      'permesso.team.agent': agent.id,
      'permesso.team.owner': `owner@${team.name}.example`,
    });
  });

  test('Splunk', async () => {
    const sink = opened(await splunkSink('a-token'));
    await add({ kind: 'splunk', url: `http://127.0.0.1:${sink.port}`, token: 'a-token', index: 'main' });
    await send(makeLines(5));
    await expect.poll(() => seqs(sink)).toEqual(upTo(5));
    expect(entriesIn(sink)[0]).toMatchObject({ ...whose(), beside: { index: 'main', host: 'an agent' } });
  });

  test('syslog over TLS', async () => {
    const sink = opened(await syslogSink());
    await add({ kind: 'syslog', host: '127.0.0.1', port: sink.port, ca: sink.ca });
    await send(makeLines(5));
    await expect.poll(() => seqs(sink)).toEqual(upTo(5));
    // The first is a denial.
    expect(entriesIn(sink).map(({ priority }) => priority)).toEqual(['132', '133', '133', '133', '133']);
    expect(entriesIn(sink)[0]).toMatchObject(whose());
  });

  test('S3-compatible storage, and what was there before it was added', async () => {
    const sink = opened(await s3Sink({ access: 'AK', secret: 'SK' }));
    const lines = makeLines(5);
    await send(lines);
    const url = `http://127.0.0.1:${sink.port}`;
    const s3 = { kind: 's3', url, bucket: 'audit', region: 'eu-1', accessKey: 'AK', secretKey: 'SK' };
    await add(s3, { fromStart: true });
    await expect.poll(() => seqs(sink)).toEqual(upTo(5));
    await send(makeLines(2, lines.tail));
    await expect.poll(() => seqs(sink)).toEqual(upTo(7));
    expect([...sink.objects.keys()][0]).toBe(`/audit/permesso/${team.name}/0000000000000000.jsonl`);
    expect(entriesIn(sink)[0]).toMatchObject(whose());
  });
});

test('a store that refuses is tried again from the same place; a certificate of nobody is not believed', async () => {
  const [sink, syslog] = [opened(await splunkSink('t')), opened(await syslogSink())];
  sink.before = () => {
    throw new Error('busy');
  };
  await add({ kind: 'splunk', url: `http://127.0.0.1:${sink.port}`, token: 't' });
  await add({ kind: 'syslog', host: '127.0.0.1', port: syslog.port });
  await send(makeLines(3));
  const list = async (): Promise<Record<string, unknown>[]> =>
    (await ask(server, 'GET /v1/streams', { token: team.token('admin') })).json.streams;
  await expect
    .poll(async () => (await list()).map(({ error }) => error))
    .toEqual(['it answered 503: busy', expect.stringContaining('self-signed')]);
  expect((await list()).filter(({ behind }) => Number(behind) > 0)).toHaveLength(2);
  expect([entriesIn(sink), entriesIn(syslog)]).toEqual([[], []]);
  sink.before = () => undefined;
  await inspect(server.databaseUrl, 'update streams set due_at = now()');
  await expect.poll(() => seqs(sink)).toEqual([1, 2, 3]);
});

describe('what is refused', () => {
  test.each([
    [{ kind: 'otlp', url: 'https://10.0.0.1/' }, 422],
    [{ kind: 'otlp', url: 'https://169.254.169.254/' }, 422],
    [{ kind: 'otlp', url: 'http://example.com/' }, 422],
    [{ kind: 'splunk', url: 'https://user:pw@example.com/', token: 't' }, 422],
    [{ kind: 'splunk', url: 'https://example.com/', token: 't\r\nx-evil: 1' }, 400],
    [{ kind: 'syslog', host: '192.168.0.1', port: 6514 }, 422],
    [{ kind: 'syslog', host: '::1', port: 6514 }, 422],
    [{ kind: 'syslog', host: 'a b', port: 6514 }, 400],
    [
      { kind: 's3', url: 'https://example.com', bucket: '../x', region: 'r', accessKey: 'a', secretKey: 'b' },
      400,
    ],
    [{ kind: 'ftp', url: 'https://example.com' }, 400],
  ])('%j', async (target, status) => {
    expect((await add(target)).status).toBe(status);
  });

  test('more than ten, and anybody but an admin', async () => {
    const target = { kind: 'otlp', url: 'https://example.com/' };
    expect((await add(target, {}, 'author')).status).toBe(403);
    await inspect(
      server.databaseUrl,
      `insert into streams (organisation, kind, sealed_target, host, leaf, due_at)
       select $1, 'otlp', '', 'example.com', 0, 'infinity' from generate_series(1, 10)`,
      [team.organisation],
    );
    expect((await add(target)).status).toBe(409);
  });
});

test('a server that is killed between sending and writing down the position sends again: nothing is missing', async () => {
  const made = await createTestDatabase();
  let running: ServerProcess | undefined;
  const env = { PERMESSO_WEBHOOK_HOSTS: '127.0.0.1' };
  try {
    await migrate(made.url);
    const database = openDatabase({ url: made.url, connections: 3 });
    const [splunk, s3] = [
      opened(await splunkSink('t')),
      opened(await s3Sink({ access: 'AK', secret: 'SK' })),
    ];
    running = await startServer(made.url, { env });
    const url = running.url;
    const other = await createTeam(
      { url, operator: operator({ database, secret: secretFrom(secret) }) },
      'acme',
    );
    await database.close();
    const theirs = await enrol({ url }, other.enrolment);
    const token = other.token('admin');
    const at = (sink: Sink): string => `http://127.0.0.1:${sink.port}`;
    for (const target of [
      { kind: 'splunk', url: at(splunk), token: 't' },
      { kind: 's3', url: at(s3), bucket: 'audit', region: 'eu-1', accessKey: 'AK', secretKey: 'SK' },
    ])
      await ask({ url }, 'POST /v1/streams', { token, body: { target } });
    // What was done until now is out of the way.
    const added = (sink: Sink): number =>
      sink.taken.filter((record) => JSON.stringify(record).includes('stream.add')).length;
    await expect.poll(() => Math.min(added(splunk), added(s3))).toBeGreaterThanOrEqual(1);
    await expect.poll(async () => (await behindOf(made.url)).filter((behind) => behind > 0)).toEqual([]);
    const killed: number[] = [];
    let tail: Lines['tail'] | undefined;
    for (let round = 0; round < 3; round++) {
      const lines = makeLines(4, tail);
      tail = lines.tail;
      const victim: ServerProcess = running;
      // The store has everything; its answer arrives nowhere.
      splunk.before = () => {
        splunk.before = () => undefined;
        killed.push(round);
        victim.kill();
      };
      // It may be gone before it has answered the agent, too.
      const bytes = Buffer.from(lines.lines.join(''));
      await Promise.allSettled([theirs.askAt(victim.url, 'POST /v1/agent/entries', { bytes })]);
      await victim.ended;
      // What the clock would do: the one that was killed is followed after a minute.
      await inspect(made.url, 'update streams set due_at = now()');
      running = await startServer(made.url, { env });
      await expect.poll(() => new Set(seqs(splunk)).size).toBe(lines.tail.seq);
      await expect.poll(() => seqs(s3)).toEqual(upTo(lines.tail.seq));
    }
    expect(killed).toEqual([0, 1, 2]);
    // At least once: those that were sent twice are the same.
    expect(seqs(splunk).length).toBeGreaterThan(12);
    expect(new Set(entriesIn(splunk).map((each) => JSON.stringify(each))).size).toBe(12);
  } finally {
    await running?.stop();
    await made.drop();
  }
});
