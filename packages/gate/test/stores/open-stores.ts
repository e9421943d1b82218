import { DatabaseSync } from 'node:sqlite';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { approvalFiles } from '../../src/approval/stores/approval-files.ts';
import { memoryApprovals } from '../../src/approval/stores/approval-store.ts';
import { grantFiles } from '../../src/approval/stores/grant-files.ts';
import { memoryGrants } from '../../src/approval/stores/grant-store.ts';
import type { Stores } from '../../src/stores/stores.ts';
import { limitFiles } from '../../src/limits/limit-files.ts';
import { memoryLimits } from '../../src/limits/limit-store.ts';
import { memoryLog, type LogSink } from '../../src/log/entry/log.ts';
import { fileLog } from '../../src/log/file/file-log.ts';
import { durableObjectStores, type StatementRunner } from '../../src/stores/durable-object.ts';
import { postgresStores } from '../../src/stores/postgres.ts';
import { redisStores } from '../../src/stores/redis.ts';
import { sqliteStores } from '../../src/stores/sqlite.ts';
import { sessionFiles } from '../../src/sessions/session-files.ts';
import { memorySessions } from '../../src/sessions/session-store.ts';
import { connectRedis } from './redis-connection.ts';

/** Where a store is, as data that another process can be handed. */
export interface StorePlace {
  readonly kind: 'memory' | 'files' | 'sqlite' | 'postgres' | 'redis' | 'durable object';
  /** A folder, a file, or the prefix of names. */
  readonly at: string;
}

export interface OpenStores extends Required<Stores> {
  readonly log: LogSink;
  /** The entries of the log, as they are kept. */
  readonly logged: () => Promise<readonly string[]>;
  readonly close: () => void | Promise<void>;
}

export const databaseUrl: string =
  process.env['DATABASE_URL'] ?? `postgres://${process.env['USER'] ?? 'root'}@127.0.0.1:5432/postgres`;

/** The session whose grants the files of a test hold. */
export const session = 'chat-1';

/** Another handle on the same stores, as another process has it. Those in memory are the same each time. */
export async function openStores({ kind, at }: StorePlace): Promise<OpenStores> {
  switch (kind) {
    case 'memory':
      return memories.get(at) ?? remember(at);
    case 'files': {
      const log = fileLog({ directory: join(at, 'log') });
      return {
        approvals: approvalFiles(join(at, 'approvals')),
        grants: grantFiles({ state: at, session }),
        limits: limitFiles(join(at, 'limits')),
        sessions: sessionFiles(join(at, 'labels')),
        log,
        logged: async () =>
          readFileSync(join(at, 'log', 'log.jsonl'), 'utf8')
            .trim()
            .split('\n'),
        close: log.close,
      };
    }
    case 'sqlite': {
      const database = new DatabaseSync(at);
      return {
        ...sqliteStores(database),
        logged: async () => bodies(database.prepare(readLog('permesso_')).all()),
        close: () => database.close(),
      };
    }
    case 'postgres': {
      const pool = new pg.Pool({ connectionString: databaseUrl, max: 3 });
      const stores = postgresStores(pool, { prefix: at });
      await stores.prepare();
      return {
        ...stores,
        logged: async () => bodies((await pool.query(readLog(at))).rows),
        close: () => pool.end(),
      };
    }
    case 'redis': {
      const client = await connectRedis();
      return {
        ...redisStores(client, { prefix: at }),
        logged: async () => {
          const entries = await client.sendCommand(['XRANGE', `${at}log`, '-', '+']);
          return (entries as readonly [string, readonly string[]][]).map(([, fields]) => fields[1] ?? '');
        },
        close: client.close,
      };
    }
    case 'durable object': {
      const object = durableObjectAt(at);
      return {
        ...durableObjectStores(object),
        logged: async () => bodies(await object.run(readLog('permesso_'), [])),
        close: () => undefined,
      };
    }
  }
}

/** Where `npm run tools -- runtimes:stores` serves objects from workerd; without it the rows of that store are skipped. */
export const durableObjectUrl: string | undefined = process.env['PERMESSO_DURABLE_OBJECT'];

/** The object of this name, over HTTP, since the stub of a Worker is not here. */
function durableObjectAt(name: string): StatementRunner {
  return {
    run: async (text, values) => {
      const body = JSON.stringify({ name, text, values });
      const response = await fetch(durableObjectUrl ?? '', { method: 'POST', body });
      if (!response.ok) throw new Error(await response.text());
      return (await response.json()) as Awaited<ReturnType<StatementRunner['run']>>;
    },
  };
}

const readLog = (prefix: string): string => `select body from ${prefix}log order by place`;

function bodies(rows: readonly unknown[]): readonly string[] {
  return rows.map((row) => (row as { readonly body: string }).body);
}

const memories = new Map<string, OpenStores>();

function remember(at: string): OpenStores {
  const log = memoryLog();
  const made: OpenStores = {
    approvals: memoryApprovals(),
    grants: memoryGrants(),
    limits: memoryLimits(),
    sessions: memorySessions(),
    log: { ...log, flush: () => undefined },
    logged: async () => log.entries.map((entry) => JSON.stringify(entry)),
    close: () => undefined,
  };
  memories.set(at, made);
  return made;
}
