import pg from 'pg';
import type { Connection } from './query.ts';

/** The one way to the data. Who asks decides what there is to be seen: the database itself keeps organisations apart. */
export interface Database {
  /** As one organisation: rows of others do not exist. */
  readonly asOrganisation: <T>(id: string, work: Work<T>) => Promise<T>;
  /** Before it is known who asks, and for timers: sees the few columns that it was granted. */
  readonly asSystem: <T>(work: Work<T>) => Promise<T>;
  /** The same for a single statement, which needs no transaction. */
  readonly system: Connection;
  /** Writes events and can read none. */
  readonly asIngest: <T>(organisation: string, work: Work<T>) => Promise<T>;
  readonly isReady: () => Promise<boolean>;
  readonly close: () => Promise<void>;
}

type Work<T> = (on: Connection & { readonly client: pg.PoolClient }) => Promise<T>;

export interface DatabaseOptions {
  readonly url: string;
  readonly connections?: number;
  /** Told of connections that broke while nobody used them. */
  readonly onError?: (error: Error) => void;
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

export function openDatabase({ url, connections = 10, onError }: DatabaseOptions): Database {
  const poolWith = (max: number, role = ''): pg.Pool => {
    const made = new pg.Pool({
      connectionString: url,
      max,
      connectionTimeoutMillis: 10_000,
      idleTimeoutMillis: 30_000,
      // A statement that hangs must not hold a request, and with it a lock, for ever.
      statement_timeout: 30_000,
      idle_in_transaction_session_timeout: 60_000,
      options: `-c search_path=permesso -c timezone=UTC${role}`,
      application_name: 'permesso',
    });
    made.on('error', (error) => onError?.(error));
    return made;
  };
  const pool = poolWith(connections);
  // Made when it is first used, so that the role exists: a server migrates before it looks anything up.
  const lookUps = poolWith(Math.max(1, Math.ceil(connections / 4)), ' -c role=permesso_system');

  async function transaction<T>(begin: string, work: Work<T>): Promise<T> {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      await client.query(begin);
      const result = await work({ query: (config) => client.query(config), client });
      await client.query('commit');
      return result;
    } catch (error) {
      broken = await rolledBack(client);
      throw error;
    } finally {
      client.release(broken);
    }
  }

  const as = (role: string, organisation?: string): string =>
    `begin; set local role ${role}; set local permesso.organisation = '${organisation ?? ''}'`;

  return {
    asOrganisation: async (id, work) => await transaction(as('permesso_tenant', checked(id)), work),
    system: { query: (config) => lookUps.query(config) },
    asSystem: (work) => transaction(as('permesso_system'), work),
    asIngest: async (id, work) => await transaction(as('permesso_ingest', checked(id)), work),
    isReady: async () => {
      const { rows } = await pool.query<{ ready: boolean }>(
        "select to_regclass('permesso.migrations') is not null as ready",
      );
      return rows[0]?.ready === true;
    },
    close: async () => {
      await Promise.all([pool.end(), lookUps.end()]);
    },
  };
}

/** The error that makes the connection worthless; nothing when it can be used again. */
async function rolledBack(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query('rollback');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** The setting is text of a statement, so nothing but an identifier may become part of it. */
function checked(organisation: string): string {
  if (!uuid.test(organisation)) throw new TypeError('an organisation is named by a UUID');
  return organisation;
}
