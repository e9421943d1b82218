import { afterAll, beforeAll, expect, test } from 'vitest';
import { openArchive, type Archive } from '../open-archive.ts';
import { tendArchive, type TendingOptions } from '../leave-database.ts';
import { ask, startTestServer, type TestServer } from '../../../../test/harness.ts';
import { s3Store } from '../../../../test/sinks.ts';
import { archiveAll, partitions, pastDays, type PastDays } from './archived-team.ts';

let store: Awaited<ReturnType<typeof s3Store>>;
let server: TestServer;
let archive: Archive;
let past: PastDays;
const closing: (() => unknown)[] = [];

const placeAt = (secretKey: string) => ({
  url: `http://127.0.0.1:${store.port}/bucket/entries`,
  region: 'eu-1',
  accessKey: 'AK',
  secretKey,
});

beforeAll(async () => {
  store = await s3Store({ access: 'AK', secret: 'SK' });
  closing.push(store.close);
  server = await startTestServer({
    env: {
      PERMESSO_ARCHIVE: placeAt('SK').url,
      PERMESSO_ARCHIVE_KEY: 'AK:SK',
      PERMESSO_ARCHIVE_REGION: 'eu-1',
      PERMESSO_DATABASE_DAYS: '1',
    },
  });
  closing.push(server.end);
  archive = await openArchive(placeAt('SK'));
  closing.push(archive.close);
  past = await pastDays(server, 'stored', 2);
});

afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

function tending(more: Partial<TendingOptions> = {}): TendingOptions {
  const { database } = server;
  const times = { databaseDays: 1, retentionDays: 90, claimSeconds: 0, dropAfterSeconds: -1 };
  return { database, archive, partSize: 30, ...times, ...more };
}

function exported(): ReturnType<typeof ask> {
  const span = `from=${past.dayBack(9)}&to=${past.dayBack(-1)}`;
  return ask(server, `GET /v1/entries/export/jsonl?${span}`, { token: past.team.token('viewer') });
}

test('with a wrong key nothing is recorded, and nothing leaves', async () => {
  await past.send(3);
  const wrong = await openArchive(placeAt('another'));
  closing.push(wrong.close);
  await expect(tendArchive(tending({ archive: wrong }))).rejects.toThrow('the archive answered 403 to PUT');
  expect(store.objects.size).toBe(0);
  expect(await partitions(server)).toContain(past.dayBack(3).replaceAll('-', ''));
});

test('days leave for S3-compatible storage and are exported from there', async () => {
  const before = await exported();
  expect((before.json as string).trim().split('\n')).toHaveLength(120);
  await archiveAll(server, tending());
  expect(await partitions(server)).not.toContain(past.dayBack(3).replaceAll('-', ''));
  const names = [...store.objects.keys()];
  expect(names).toHaveLength(4);
  const folder = `/bucket/entries/${past.team.organisation}/${past.dayBack(3)}/`;
  expect(names.filter((name) => !name.startsWith(folder))).toEqual([]);
  expect((await exported()).json).toBe(before.json);
});

test('an object that was changed is refused before any server has read it, and read once it is back', async () => {
  await past.send(2);
  const before = await exported();
  await archiveAll(server, tending());
  const [name = '', kept = Buffer.alloc(0)] =
    [...store.objects].find(([each]) => each.includes(past.dayBack(2))) ?? [];
  const changed = Buffer.from(kept);
  changed[200] = (changed[200] ?? 0) ^ 1;
  store.objects.set(name, changed);
  expect((await exported()).status).toBe(503);
  store.objects.delete(name);
  expect((await exported()).status).toBe(503);
  store.objects.set(name, kept);
  expect((await exported()).json).toBe(before.json);
});

test('retention deletes the objects', async () => {
  await tendArchive(tending({ retentionDays: 1 }));
  expect([...store.objects.keys()]).toEqual([]);
});
