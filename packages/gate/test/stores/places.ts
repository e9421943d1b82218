import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { postgresTables } from '../../src/stores/postgres.ts';
import { databaseUrl, type StorePlace } from './open-stores.ts';
import { connectRedis } from './redis-connection.ts';

/** Whether there is a Redis; without one its rows are skipped. */
export async function hasRedis(): Promise<boolean> {
  try {
    const { close } = await connectRedis();
    close();
    return true;
  } catch {
    return false;
  }
}

export interface Places {
  readonly of: (kind: StorePlace['kind']) => StorePlace;
  readonly clear: () => Promise<void>;
}

/** New places for one test file, removed after it. */
export function newPlaces(): Places {
  const folder = mkdtempSync(join(tmpdir(), 'permesso-stores-'));
  const made: StorePlace[] = [];
  return {
    of: (kind) => {
      const name = randomBytes(6).toString('hex');
      const at = {
        memory: name,
        files: join(folder, name),
        sqlite: join(folder, `${name}.db`),
        postgres: `permesso_test_${name}_`,
        redis: `permesso-test-${name}:`,
        'durable object': name,
      }[kind];
      made.push({ kind, at });
      return { kind, at };
    },
    clear: async () => {
      rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
      const prefixes = (kind: string): readonly string[] =>
        made.filter((place) => place.kind === kind).map(({ at }) => at);
      await dropTables(prefixes('postgres'));
      await dropKeys(prefixes('redis'));
    },
  };
}

async function dropTables(prefixes: readonly string[]): Promise<void> {
  if (prefixes.length === 0) return;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  for (const prefix of prefixes)
    for (const statement of postgresTables({ prefix })) {
      const [, table] = /^create table if not exists (\w+)/.exec(statement) ?? [];
      if (table !== undefined) await client.query(`drop table if exists ${table}`);
    }
  await client.end();
}

async function dropKeys(prefixes: readonly string[]): Promise<void> {
  if (prefixes.length === 0) return;
  const { sendCommand, close } = await connectRedis();
  for (const prefix of prefixes) {
    const keys = (await sendCommand(['KEYS', `${prefix}*`])) as string[];
    if (keys.length > 0) await sendCommand(['DEL', ...keys]);
  }
  close();
}
