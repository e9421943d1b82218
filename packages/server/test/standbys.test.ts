import { appendFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { joinTeam, sendLog, type Membership } from '@permesso/gate/team';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyTail, type Tail } from '@permesso/protocol/entry';
import { openDatabase } from '../src/database/database.ts';
import { operator } from '../src/identity/operator.ts';
import { serve, type RunningServer } from '../src/serve.ts';
import { readSettings } from '../src/declared.ts';
import { createCluster, type Cluster } from './faults/cluster.ts';
import { soon } from './faults/soon.ts';
import { createStandby, setSynchronous, type Standby } from './faults/standby.ts';
import { createTeam, inspect } from './harness.ts';
import { makeLines } from './lines.ts';

/** A real PostgreSQL with two standbys, of which a commit waits for one. One story, step by step. */
let primary: Cluster;
let standbys: readonly [Standby, Standby];
let server: RunningServer;
let membership: Membership;
const home = mkdtempSync(join(tmpdir(), 'permesso-standbys-'));
const log = join(home, 'log');

async function start(databaseUrl: string, port = 0): Promise<RunningServer> {
  const settings = readSettings({
    DATABASE_URL: databaseUrl,
    PERMESSO_SECRET: 'a secret of thirty-two characters',
    PERMESSO_PORT: String(port),
  });
  return await serve(settings, { log: pino({ level: 'silent' }) });
}

beforeAll(async () => {
  mkdirSync(log);
  primary = await createCluster();
  standbys = [await createStandby(primary, 'a'), await createStandby(primary, 'b')];
  server = await start(primary.url);
  const own = openDatabase({ url: primary.url, connections: 2 });
  const { secret } = readSettings({
    DATABASE_URL: primary.url,
    PERMESSO_SECRET: 'a secret of thirty-two characters',
  });
  const team = await createTeam(
    { url: server.url, operator: operator({ database: own, secret }) },
    'replicated',
  );
  await own.close();
  membership = await joinTeam({ url: server.url, token: team.enrolment, name: 'one', directory: home });
  await setSynchronous(primary, 'ANY 1 (a, b)');
}, 180_000);

afterAll(async () => {
  await server?.stop();
  for (const standby of standbys ?? []) await standby.remove();
  await primary?.remove();
  rmSync(home, { recursive: true, force: true });
}, 60_000);

let tail: Tail = emptyTail;

function writeEntries(count: number): void {
  const made = makeLines(count, tail);
  tail = made.tail;
  appendFileSync(join(log, 'log.jsonl'), made.lines.join(''));
}

async function readiness(): Promise<{ readonly status: number; readonly detail: string | undefined }> {
  const reply = await fetch(`${server.url}/readyz`);
  const { detail } = (await reply.json()) as { readonly detail?: string };
  return { status: reply.status, detail };
}

async function storedAt(url: string): Promise<readonly number[]> {
  const rows = await inspect<{ seq: number }>(url, 'select seq::int as seq from events order by seq');
  return rows.map(({ seq }) => seq);
}

const upTo = (last: number): readonly number[] => Array.from({ length: last }, (_, index) => index + 1);

test('with both standbys the server is ready, and what is acknowledged is on one of them', async () => {
  writeEntries(10);
  expect(await soon(async () => (await readiness()).status === 200)).toBe(true);
  expect(await sendLog(log, home, membership)).toMatchObject({ seq: 10, sent: 10 });
  expect(await soon(async () => (await storedAt(standbys[0].url)).length === 10)).toBe(true);
});

test('one standby may be lost: entries are acknowledged, and the server is ready', async () => {
  await standbys[0].crash();
  writeEntries(10);
  expect(await sendLog(log, home, membership)).toMatchObject({ seq: 20, sent: 10 });
  expect(await readiness()).toEqual({ status: 200, detail: undefined });
});

test('without any standby nothing is acknowledged, and the server says why instead of hanging silently', async () => {
  await standbys[1].crash();
  expect(await soon(async () => (await readiness()).status === 503)).toBe(true);
  expect((await readiness()).detail).toBe(
    'no synchronous standby is connected: commits wait until one is back',
  );
  writeEntries(5);
  let isAcknowledged = false;
  const sending = sendLog(log, home, membership).then((found) => {
    isAcknowledged = true;
    return found;
  });
  // The commit has reached the primary, and waits there.
  const waits =
    "select 1 from pg_stat_activity where wait_event = 'SyncRep' and application_name = 'permesso'";
  expect(await soon(async () => (await inspect(primary.url, waits)).length > 0)).toBe(true);
  expect(isAcknowledged).toBe(false);
  await standbys[1].start();
  expect(await sending).toMatchObject({ seq: 25 });
  expect(await soon(async () => (await readiness()).status === 200)).toBe(true);
}, 60_000);

test('fail-over to the standby that is furthest on: every acknowledged entry is there', async () => {
  await standbys[0].start();
  const { port } = new URL(server.url);
  writeEntries(15);
  expect(await sendLog(log, home, membership)).toMatchObject({ seq: 40, sent: 15 });
  await primary.crash();
  await server.stop();
  const received = await Promise.all(standbys.map((standby) => standby.received()));
  const [furthest] = standbys.toSorted(
    (a, b) => (received[standbys.indexOf(b)] ?? 0) - (received[standbys.indexOf(a)] ?? 0),
  );
  await furthest?.promote();
  const url = furthest?.url ?? '';
  // No standby follows the new primary yet.
  await inspect(url, "alter system set synchronous_standby_names = ''");
  await inspect(url, 'select pg_reload_conf()');
  server = await start(url, Number(port));
  expect(await storedAt(url)).toEqual(upTo(40));
  writeEntries(3);
  expect(await sendLog(log, home, membership)).toMatchObject({ seq: 43, sent: 3 });
}, 120_000);

test('a database that lost its end is sent it again: agents keep what they sent', async () => {
  const url = standbys.map((standby) => standby.url);
  const promoted = (
    await Promise.all(url.map(async (each) => ((await storedAt(each)).length === 43 ? each : [])))
  ).flat()[0];
  // As after a restore, or a fail-over to a standby that lagged.
  await inspect(promoted ?? '', 'delete from events where seq > 25');
  await inspect(promoted ?? '', 'delete from batches where last_seq > 25');
  await inspect(
    promoted ?? '',
    `update agent_heads set (seq, hash) = (select last_seq, hash from batches where last_seq = 25)`,
  );
  writeEntries(2);
  expect(await sendLog(log, home, membership)).toMatchObject({ seq: 45, sent: 20 });
  expect(await storedAt(promoted ?? '')).toEqual(upTo(45));
  const findings = await inspect(promoted ?? '', 'select what from findings');
  expect(findings).toEqual([]);
});
