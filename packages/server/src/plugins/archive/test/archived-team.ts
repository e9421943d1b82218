import { emptyTail, type Tail } from '@permesso/protocol/entry';
import { expect } from 'vitest';
import { tendArchive, type TendingOptions } from '../leave-database.ts';
import { ask, createTeam, enrol, inspect, type Team, type TestServer } from '../../../../test/harness.ts';
import { makeLines } from '../../../../test/lines.ts';

/** An organisation's entries from some days ago, as if received then. */
export interface PastDays {
  readonly team: Team;
  /** The day that many days ago, by the database's clock. */
  readonly dayBack: (days: number) => string;
  /** Sends entries of several agents and moves them back. Resolves when they are in the log. */
  readonly send: (
    daysBack: number,
    options?: { readonly word?: string; readonly count?: number },
  ) => Promise<void>;
}

export async function pastDays(server: TestServer, name: string, agentCount = 3): Promise<PastDays> {
  const team = await createTeam(server, name);
  const agents = await Promise.all(Array.from({ length: agentCount }, () => enrol(server, team.enrolment)));
  const tails = new Map<string, Tail>();
  const today = (await inspect<{ day: string }>(server.databaseUrl, 'select current_date::text as day'))[0]
    ?.day;
  const dayBack = (days: number): string =>
    new Date(Date.parse(`${today}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
  const send = async (
    daysBack: number,
    { word = 'echo', count = 60 }: { readonly word?: string; readonly count?: number } = {},
  ): Promise<void> => {
    const ids = agents.map(({ id }) => id);
    const before = new Date();
    for (const agent of agents)
      for (let sent = 0; sent < count; sent += 20) {
        const { lines, tail } = makeLines(Math.min(20, count - sent), tails.get(agent.id) ?? emptyTail, word);
        tails.set(agent.id, tail);
        const { status } = await agent.ask('POST /v1/agent/entries', { bytes: Buffer.from(lines.join('')) });
        expect(status).toBe(200);
      }
    await inspect(server.databaseUrl, 'select permesso.add_events_partition(current_date - $1::int)', [
      daysBack,
    ]);
    for (const table of ['events', 'batches'])
      await inspect(
        server.databaseUrl,
        // Around noon of that day, whatever the time is now: spread over some seconds in order.
        `update ${table} set received_at = date_trunc('day', received_at) - make_interval(days => $1) + interval '12 hours'
           + (received_at - $2::timestamptz)
         where agent = any($3::uuid[]) and received_at > $2::timestamptz - interval '5 seconds'`,
        [daysBack, before, ids],
      );
    await sealed(server);
  };
  return { team, dayBack, send };
}

/** Waits until all pending batches are in the log. */
export async function sealed(server: TestServer): Promise<void> {
  await expect
    .poll(
      () =>
        inspect(
          server.databaseUrl,
          `select agent::text as waits from batches where leaf is null
           union all select digest from archived_files where leaf is null`,
        ),
      { timeout: 20_000 },
    )
    .toEqual([]);
}

/** Archives closed days, adds their digests to the log, and removes the days at once. */
export async function archiveAll(server: TestServer, options: TendingOptions): Promise<void> {
  await tendArchive(options);
  await sealed(server);
  await tendArchive(options);
}

export async function partitions(server: TestServer): Promise<readonly string[]> {
  const rows = await inspect<{ name: string }>(
    server.databaseUrl,
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
     where i.inhparent = 'permesso.events'::regclass order by 1`,
  );
  return rows.map(({ name }) => name.replace('events_', ''));
}

export interface Asked {
  readonly status: number;
  readonly json: unknown;
}

/** All pages of a search, each with its cursor, as a person pages through it. */
export async function allPages(server: TestServer, path: string, token: string): Promise<readonly Asked[]> {
  const pages: Asked[] = [];
  for (let next: string | undefined = ''; next !== undefined;) {
    const name = path.startsWith('/api/') ? 'more' : 'next';
    const cursor: string = next === '' ? '' : `&${name}=${next}`;
    const { status, json } = await ask(server, `GET ${path}${cursor}`, { token });
    pages.push({ status, json });
    next = (json as Record<string, string | undefined>)[name];
  }
  return pages;
}
