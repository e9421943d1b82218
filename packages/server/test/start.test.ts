import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openNotifications } from '../src/database/notifications.ts';
import { migrate } from '../src/database/migrate.ts';
import { runServeCommand, ServeUsageError } from '../src/index.ts';
import { compiled } from '../../permesso/test/compiled.ts';
import { openProxy, type Proxy } from './faults/proxy.ts';
import { soon } from './machine.ts';
import { createTestDatabase, inspect, type TestDatabase } from './test-database.ts';
import { builtCommandLine } from '../../permesso/test/built.ts';

const secret = 'x'.repeat(32);
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const urlWith = (change: (url: URL) => void): string => {
  const url = new URL(database.url);
  change(url);
  return url.href;
};

async function type(operands: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<void> {
  await runServeCommand({
    operands,
    roles: ['admin'],
    json: false,
    env: {
      DATABASE_URL: database.url,
      PERMESSO_SECRET: secret,
      PERMESSO_LOG: 'silent',
      PERMESSO_PORT: '0',
      ...env,
    },
    print: () => undefined,
    ended: new Promise(() => undefined),
  });
}

/** A user of the database who may do nothing but what it owns. */
async function plainUser(): Promise<{ readonly name: string; readonly drop: () => Promise<unknown> }> {
  const name = `plain_owner_${randomBytes(6).toString('hex')}`;
  await inspect(database.url, `create role ${name} login`);
  return {
    name,
    drop: () => inspect(database.url, `drop owned by ${name} cascade; drop role ${name}`),
  };
}

describe('a user of the database who may not make roles', () => {
  test('is told what is missing and the statements that fix it, and they do', async () => {
    const own = await createTestDatabase();
    const user = await plainUser();
    const { pathname } = new URL(own.url);
    const url = new URL(own.url);
    url.username = user.name;
    const env = { DATABASE_URL: url.href };
    try {
      await expect(type(['add-organisation', 'acme'], env)).rejects.toThrow(
        `alter database "${pathname.slice(1)}" owner to "${user.name}";`,
      );
      await inspect(own.url, `alter database ${pathname.slice(1)} owner to ${user.name}`);
      const refused: unknown = await type(['add-organisation', 'acme'], env).catch((error: unknown) => error);
      expect(String(refused)).toContain('may not make or use the roles that keep organisations apart');
      const [grant] = /grant permesso_tenant, .*;/.exec(String(refused)) ?? [''];
      expect(grant).toBe(
        `grant permesso_tenant, permesso_system, permesso_ingest, permesso_backup, permesso_mover to "${user.name}";`,
      );
      await inspect(own.url, grant);
      await type(['add-organisation', 'acme'], env);
      const [row] = await inspect<{ creates: boolean }>(
        own.url,
        'select rolcreaterole as creates from pg_roles where rolname = $1',
        [user.name],
      );
      expect(row?.creates).toBe(false);
      expect(await inspect(own.url, 'select name from organisations')).toEqual([{ name: 'acme' }]);
    } finally {
      await own.drop();
      await user.drop();
    }
  });
});

describe('another PERMESSO_SECRET than the one of the database', () => {
  test.each([[[]], [['add-organisation', 'other']], [['add-person', 'sealed', 'a@b.example']]])(
    'is refused at once: %j',
    async (operands) => {
      await type(['add-organisation', 'sealed']).catch(() => undefined);
      const wrong = type(operands, { PERMESSO_SECRET: 'y'.repeat(32) });
      await expect(wrong).rejects.toThrow('PERMESSO_SECRET does not match');
      await expect(wrong).rejects.toBeInstanceOf(ServeUsageError);
    },
  );
});

describe('a process that is told to stop ends', () => {
  const running: ChildProcess[] = [];
  const proxies: Proxy[] = [];
  afterEach(async () => {
    for (const child of running.splice(0)) child.kill('SIGKILL');
    for (const proxy of proxies.splice(0)) await proxy.close();
  });

  function start(url: string, ...operands: readonly string[]): ChildProcess {
    const child = spawn(process.execPath, [builtCommandLine, 'serve', ...operands], {
      env: {
        ...compiled,
        PATH: process.env['PATH'] ?? '',
        DATABASE_URL: url,
        PERMESSO_SECRET: secret,
        PERMESSO_PORT: '0',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.push(child);
    return child;
  }

  async function said(child: ChildProcess, words: string): Promise<void> {
    let text = '';
    for await (const piece of child.stdout ?? []) {
      text += String(piece);
      if (text.includes(words)) return;
    }
    throw new Error(`it never said ${words}: ${text}`);
  }

  /** Milliseconds from the signal to the end. */
  async function ending(child: ChildProcess): Promise<number> {
    const began = performance.now();
    child.stdout?.resume();
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    return performance.now() - began;
  }

  async function connections(): Promise<number> {
    const [row] = await inspect<{ count: number }>(
      database.url,
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and application_name like 'permesso%'`,
    );
    return row?.count ?? 0;
  }

  async function connected(): Promise<void> {
    await soon(async () => (await connections()) > 0);
  }

  test('right after it listens', async () => {
    for (let round = 0; round < 3; round++) {
      const child = start(database.url);
      await said(child, 'listening');
      expect(await ending(child)).toBeLessThan(60_000);
      expect(child.exitCode).toBe(0);
    }
  });

  test('when its first connection is there, and soon after', async () => {
    for (const moments of [0, 1, 3]) {
      const child = start(database.url);
      await connected();
      for (let round = 0; round < moments; round++) await connections();
      expect(await ending(child)).toBeLessThan(60_000);
    }
  });

  test.each([[[]], [['add-organisation', 'late']]])('while another server migrates: %j', async (operands) => {
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    try {
      await other.query('select pg_advisory_lock(7316401)');
      const child = start(database.url, ...operands);
      await connected();
      expect(await ending(child)).toBeLessThan(60_000);
    } finally {
      await other.end();
    }
  });

  test.each(['while it connects', 'while it runs'])(
    'where the database swallows everything: %s',
    async (when) => {
      const proxy = await openProxy(() => Number(new URL(database.url).port));
      proxies.push(proxy);
      if (when === 'while it connects') proxy.set({ is: 'hole' });
      const child = start(urlWith((url) => (url.port = String(proxy.port))));
      if (when === 'while it runs') {
        await said(child, 'listening');
        proxy.set({ is: 'hole' });
      }
      await soon(async () => proxy.counts.held > 0);
      expect(await ending(child)).toBeLessThan(60_000);
    },
  );
});

test('a migration gives up waiting for another server when it is told to', async () => {
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  const stop = new AbortController();
  try {
    await other.query('select pg_advisory_lock(7316401)');
    const given = Promise.allSettled([migrate(database.url, { signal: stop.signal })]);
    await soon(async () => {
      const waits = "application_name = 'permesso migrate' and wait_event = 'advisory'";
      const found = await inspect(
        database.url,
        `select pid from pg_stat_activity where datname = current_database() and ${waits}`,
      );
      return found.length === 1;
    });
    stop.abort();
    expect(await given).toMatchObject([{ status: 'rejected' }]);
  } finally {
    await other.end();
  }
});

test('hints that are stopped while they connect let go of the connection at once', async () => {
  // Takes connections and never says anything.
  const silent = createServer();
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  try {
    const port = (silent.address() as AddressInfo).port;
    const hints = openNotifications({
      url: urlWith((url) => (url.port = String(port))),
      onError: () => undefined,
    });
    const [socket] = (await once(silent, 'connection')) as [Socket];
    socket.resume();
    const gone = once(socket, 'close');
    const began = performance.now();
    await hints.stop();
    await gone;
    expect(performance.now() - began).toBeLessThan(60_000);
  } finally {
    silent.close();
  }
});
