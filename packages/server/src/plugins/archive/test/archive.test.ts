import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { archiveLeaf, type Checkpoint, isCheckpoint, isIncluded } from '@permesso/protocol/proof';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyInto } from '../../../database/copy.ts';
import { tendArchive, type TendingOptions } from '../leave-database.ts';
import { openArchive, type Archive } from '../open-archive.ts';
import {
  ask,
  asTwo,
  enrol,
  inspect,
  startTestServer,
  type TestServer,
  hasPlugin,
} from '../../../../test/harness.ts';
import { allPages, archiveAll, partitions, pastDays, sealed, type PastDays } from './archived-team.ts';

const directory = mkdtempSync(join(tmpdir(), 'permesso-archive-test-'));
let server: TestServer;
let archive: Archive;
let first: PastDays;
let second: PastDays;

beforeAll(async () => {
  server = await startTestServer({ env: { PERMESSO_ARCHIVE: directory, PERMESSO_DATABASE_DAYS: '1' } });
  archive = await openArchive({ directory });
  first = await pastDays(server, 'first');
  second = await pastDays(server, 'second');
});

afterAll(async () => {
  archive.close();
  await server.end();
  rmSync(directory, { recursive: true });
});

function tending(more: Partial<TendingOptions> = {}): TendingOptions {
  const { database } = server;
  // Several files for a day, and no waiting for who reads.
  return {
    database,
    archive,
    databaseDays: 1,
    retentionDays: 90,
    partSize: 70,
    dropAfterSeconds: -1,
    ...more,
  };
}

type Page = Readonly<Record<string, { readonly agent: string }[] | undefined>>;

/** Everything that somebody can see of the entries: each search page by page with its cursors, and each export. */
async function seen(of: PastDays): Promise<ReadonlyMap<string, string>> {
  const span = `from=${of.dayBack(9)}&to=${of.dayBack(-1)}`;
  const cut = `from=${of.dayBack(5)}T12:00:00.050Z&to=${of.dayBack(4)}T12:00:00.100Z`;
  const token = of.team.token('viewer');
  const found = new Map<string, string>();
  const look = async (path: string): Promise<readonly Page[]> => {
    const pages = (await allPages(server, path, token)).map(({ status, json }) => {
      expect(status).toBe(200);
      return json as Page;
    });
    // Where pages of the console end depends on the moment at which they were asked for.
    const shown = path.startsWith('/api/') ? pages.flatMap(({ entries = [] }) => entries) : pages;
    found.set(path, JSON.stringify(shown));
    return pages;
  };
  const [whole] = await look(`/v1/entries?${span}`);
  const agent = whole?.['entries']?.[0]?.agent ?? '';
  for (const path of [
    `/v1/entries?${cut}`,
    ...['verdict=deny', 'type=decision&tool=Bash&session=a%20session', 'tool=Read'].map(
      (each) => `/v1/entries?${span}&${each}`,
    ),
    ...['text=rare', 'text=echo%2017', `agent=${agent}`].map((each) => `/v1/entries?${span}&${each}`),
    ...['words=', 'words=RARE', 'words=echo%2017', 'verdict=deny', `agent=${agent}`].map(
      (each) => `/api/activity?${each}`,
    ),
    `/api/activity?project=${of.team.project}&verdict=deny`,
    `/api/activity?project=${of.team.organisation}`,
  ])
    await look(path);
  for (const format of ['jsonl', 'csv', 'ocsf', 'otlp'])
    found.set(
      format,
      (await ask(server, `GET /v1/entries/export/${format}?${span}`, { token })).json as string,
    );
  return found;
}

/** The searches and exports that show something else than before. */
async function changes(of: PastDays, before: ReadonlyMap<string, string>): Promise<readonly string[]> {
  const after = await seen(of);
  return [...before.keys()].filter((name) => after.get(name) !== before.get(name));
}

function filesOf(of: PastDays, daysBack: number): readonly string[] {
  const folder = join(directory, of.team.organisation, of.dayBack(daysBack));
  return readdirSync(folder)
    .toSorted()
    .map((name) => join(folder, name));
}

function search(of: PastDays, daysBack: number): ReturnType<typeof ask> {
  const path = `/v1/entries?from=${of.dayBack(daysBack)}&to=${of.dayBack(daysBack - 1)}`;
  return ask(server, `GET ${path}`, { token: of.team.token('viewer') });
}

test('days that left the database are searched and exported as before: same entries, order and cursors', async () => {
  await first.send(6);
  await first.send(5);
  await first.send(5, { word: 'rare', count: 3 });
  await first.send(4);
  await first.send(0, { count: 10 });
  await second.send(5);
  const before = await seen(first);
  const beforeOfSecond = await seen(second);
  expect([...before.values()].filter((pages) => pages.length > 500).length).toBeGreaterThan(12);
  await archiveAll(server, tending());
  const gone = [6, 5, 4].map((days) => first.dayBack(days).replaceAll('-', ''));
  const left = await partitions(server);
  expect(left.filter((day) => gone.includes(day))).toEqual([]);
  expect(
    await inspect(
      server.databaseUrl,
      "select count(*)::int as entries from events where received_at < now() - interval '2 days'",
    ),
  ).toEqual([{ entries: 0 }]);
  expect(filesOf(first, 5).length).toBeGreaterThan(2);
  expect(await changes(first, before)).toEqual([]);
  expect(await changes(second, beforeOfSecond)).toEqual([]);
});

test('the digests of the files are leaves of the log, and a checkpoint proves them', async () => {
  const { json } = await ask(server, 'GET /v1/archive', { token: first.team.token('viewer') });
  const { days, checkpoint } = json as {
    days: {
      day: string;
      entries: number;
      files: { part: number; digest: string; entries: number; leaf: number; proof: string[] }[];
    }[];
    checkpoint: Checkpoint;
  };
  const { organisationKey } = await enrol(server, first.team.enrolment);
  expect(isCheckpoint(checkpoint, organisationKey)).toBe(true);
  expect(days.map(({ day, entries }) => [day, entries])).toEqual([
    [first.dayBack(4), 180],
    [first.dayBack(5), 189],
    [first.dayBack(6), 180],
  ]);
  const root = Buffer.from(checkpoint.root, 'hex');
  for (const { day, files } of days)
    for (const file of files) {
      const proof = file.proof.map((hash) => Buffer.from(hash, 'hex'));
      const claim = { index: file.leaf, size: checkpoint.size, proof, root };
      expect(isIncluded({ leaf: archiveLeaf({ day, ...file }), ...claim })).toBe(true);
      expect(isIncluded({ leaf: archiveLeaf({ day, ...file, entries: file.entries + 1 }), ...claim })).toBe(
        false,
      );
    }
  const { json: other } = await ask(server, 'GET /v1/archive', { token: second.team.token('viewer') });
  const digests = (of: typeof days): string[] => of.flatMap(({ files }) => files.map(({ digest }) => digest));
  expect(digests(other.days).filter((digest) => digests(days).includes(digest))).toEqual([]);
});

describe('a file that is not the one in the log is refused', () => {
  test.each<[string, (path: string) => void]>([
    [
      'one bit was changed, and its time set back',
      (path) => {
        const { atime, mtime } = statSync(path);
        const bytes = readFileSync(path);
        bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
        writeFileSync(path, bytes);
        utimesSync(path, atime, mtime);
      },
    ],
    ['it was cut', (path) => truncateSync(path, 100)],
    ['it is another file of the same organisation', (path) => cpSync(filesOf(first, 6)[0] ?? '', path)],
    ['it is gone', (path) => rmSync(path)],
  ])('%s', async (_what, change) => {
    const path = filesOf(first, 5)[1] ?? '';
    const kept = readFileSync(path);
    expect((await search(first, 5)).status).toBe(200);
    change(path);
    const { status, json } = await search(first, 5);
    expect([status, json.detail]).toEqual([
      503,
      `entries of ${first.dayBack(5)} cannot be read: a file of the archive is missing or was changed`,
    ]);
    const span = `from=${first.dayBack(9)}&to=${first.dayBack(0)}`;
    const exported = await ask(server, `GET /v1/entries/export/jsonl?${span}`, {
      token: first.team.token('viewer'),
    });
    expect(exported.status).toBe(503);
    writeFileSync(path, kept);
    expect((await search(first, 5)).status).toBe(200);
  });
});

test('the rows of one organisation cannot lead to a file of another', async () => {
  const [theirs = ''] = filesOf(first, 5);
  const digest = /-([\da-f]{64})\.parquet$/.exec(theirs)?.[1] ?? '';
  const { organisation } = second.team;
  const own = await inspect<{ digest: string }>(
    server.databaseUrl,
    'select digest from archived_files where organisation = $1 and part = 0',
    [organisation],
  );
  const point = (to: string | undefined): Promise<unknown> =>
    inspect(
      server.databaseUrl,
      'update archived_files set digest = $1 where organisation = $2 and part = 0',
      [to, organisation],
    );
  await point(digest);
  // There is no such file in the place of this organisation.
  expect((await search(second, 5)).status).toBe(503);
  // Somebody puts it there: its entries are still of the other one.
  const placed = join(directory, organisation, second.dayBack(5), `0-${digest}.parquet`);
  cpSync(theirs, placed);
  const { status, json } = await search(second, 5);
  expect(status).toBe(200);
  const agents = await inspect<{ id: string }>(
    server.databaseUrl,
    'select id from agents where organisation = $1',
    [organisation],
  );
  const strangers = (json.entries as { agent: string }[]).filter(
    ({ agent }) => !agents.some(({ id }) => id === agent),
  );
  expect(strangers).toEqual([]);
  rmSync(placed);
  await point(own[0]?.digest);
  expect((await search(second, 5)).status).toBe(200);
});

test('nobody can add to a closed day', async () => {
  await first.send(3);
  await second.send(3);
  await tendArchive(tending({ databaseDays: 80 }));
  const into = `permesso.events_${first.dayBack(3).replaceAll('-', '')}`;
  const row = Buffer.from(`${first.team.organisation}\n`);
  await expect(
    server.database.asIngest(first.team.organisation, ({ client }) =>
      copyInto(client, `${into} (organisation)`, row),
    ),
  ).rejects.toThrow('permission denied');
});

test.skipIf(!hasPlugin('streams'))(
  'a day stays in the database while somebody else, or a stream, still needs it there',
  async () => {
    const day = first.dayBack(3).replaceAll('-', '');
    const { token, organisation } = first.team as typeof first.team & { organisation: string };
    // Nobody answers there.
    const target = { kind: 'otlp', url: 'http://127.0.0.1:9' };
    const made = await ask(server, 'POST /v1/streams', {
      token: token('admin'),
      body: { target, fromStart: true },
    });
    expect(made.status).toBe(201);
    await archiveAll(server, tending());
    expect(await partitions(server)).toContain(day);
    const [left] = await inspect<{ isLeft: boolean }>(
      server.databaseUrl,
      'select left_at is not null as "isLeft" from archived_days where organisation = $1 and day = $2',
      [organisation, first.dayBack(3)],
    );
    expect(left).toEqual({ isLeft: false });
    await ask(server, `DELETE /v1/streams/${made.json.id}`, { token: token('admin') });
    const dropped = await inspect(
      server.databaseUrl,
      'select permesso.drop_archived_events($1::date, $2::uuid[]) as dropped',
      [first.dayBack(3), [organisation]],
    );
    expect(dropped).toEqual([{ dropped: false }]);
    const before = { first: await seen(first), second: await seen(second) };
    await archiveAll(server, tending());
    expect(await partitions(server)).not.toContain(day);
    expect([...(await changes(first, before.first)), ...(await changes(second, before.second))]).toEqual([]);
  },
);

test('a day whose files lack an entry does not leave', async () => {
  await second.send(7, { count: 5 });
  await tendArchive(tending({ databaseDays: 80 }));
  await sealed(server);
  // Behind the server's back: none of its roles can.
  await second.send(7, { count: 1 });
  await expect(tendArchive(tending())).rejects.toThrow('has 18 entries in the database and 15 in its files');
  expect(await partitions(server)).toContain(second.dayBack(7).replaceAll('-', ''));
  expect((await search(second, 7)).json.entries).toHaveLength(18);
  await inspect(server.databaseUrl, 'delete from archived_files where organisation = $1 and day = $2', [
    second.team.organisation,
    second.dayBack(7),
  ]);
  await inspect(server.databaseUrl, 'delete from archived_days where organisation = $1 and day = $2', [
    second.team.organisation,
    second.dayBack(7),
  ]);
});

test('killed between a file and its record, and again: every entry once', async () => {
  await first.send(2, { count: 80 });
  const before = await seen(first);
  for (const files of ['1', '2']) {
    const child = spawn(
      process.execPath,
      [
        '--conditions=@permesso/source',
        join(import.meta.dirname, 'archive-process.ts'),
        server.databaseUrl,
        directory,
        files,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const ended = once(child, 'exit');
    const line = once(createInterface({ input: child.stdout }), 'line');
    const [name] = (await Promise.race([line, ended.then(() => [''])])) as [string];
    expect(statSync(join(directory, name)).size).toBeGreaterThan(0);
    child.kill('SIGKILL');
    await ended;
    const recorded = await inspect<{ digest: string }>(
      server.databaseUrl,
      'select digest from archived_files',
    );
    expect(recorded.filter(({ digest }) => name.includes(digest))).toEqual([]);
  }
  await archiveAll(server, tending({ partSize: 50 }));
  expect(await partitions(server)).not.toContain(first.dayBack(2).replaceAll('-', ''));
  expect(await changes(first, before)).toEqual([]);
  // What the killed ones wrote was written again under the same names.
  const recorded = await inspect<{ digest: string }>(
    server.databaseUrl,
    'select digest from archived_files where organisation = $1 and day = $2',
    [first.team.organisation, first.dayBack(2)],
  );
  expect(
    filesOf(first, 2)
      .map((path) => /-([\da-f]{64})/.exec(path)?.[1] ?? '')
      .toSorted(),
  ).toEqual(recorded.map(({ digest }) => digest).toSorted());
});

test('two that archive at once do no harm', async () => {
  await second.send(8, { count: 90 });
  const before = await seen(second);
  const other = await openArchive({ directory });
  try {
    await Promise.all([
      tendArchive(tending({ claimSeconds: 0 })),
      tendArchive(tending({ claimSeconds: 0, archive: other, partSize: 33 })),
    ]);
  } finally {
    other.close();
  }
  await archiveAll(server, tending({ claimSeconds: 0 }));
  expect(await partitions(server)).not.toContain(second.dayBack(8).replaceAll('-', ''));
  expect(await changes(second, before)).toEqual([]);
});

test('retention deletes the files, unless a legal hold keeps them', async () => {
  const old = filesOf(first, 6);
  expect(old.length).toBeGreaterThan(0);
  const token = first.team.token('admin');
  const hold = { project: null, reason: 'case 7' };
  const { json } = await ask(server, 'POST /v1/legal-holds', { token, body: hold });
  await tendArchive(tending({ retentionDays: 5 }));
  expect(filesOf(first, 6)).toEqual(old);
  await asTwo(server, first.team, [`DELETE /v1/legal-holds/${(json as { readonly id: string }).id}`]);
  await tendArchive(tending({ retentionDays: 5 }));
  expect(filesOf(first, 6)).toEqual([]);
  expect(filesOf(first, 5).length).toBeGreaterThan(0);
  expect((await search(first, 6)).json).toEqual({ entries: [] });
  expect(readdirSync(dirname(dirname(old[0] ?? '')))).toContain(first.dayBack(5));
  await sealed(server);
});
