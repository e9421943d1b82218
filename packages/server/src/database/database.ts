import pg from 'pg';
import { withWorkBefore } from './before-transaction.ts';
import { asElsewhere } from './elsewhere.ts';
import { newestMigration } from './migrate.ts';
import { transactionChannel } from './observed-work.ts';
import { asOldServer, OldServerError } from './old-server.ts';
import type { Connection, Statement } from './query.ts';

/**
 * The only access to the data. The caller's identity decides what is visible: the database itself separates
 * organisations.
 */
export interface Database {
  /** As one organisation: rows of others are invisible. Restarts if the work throws `BeforeTransaction`. */
  readonly asOrganisation: <T>(id: string, work: Work<T>) => Promise<T>;
  /** Before the caller is known, and for timers: sees only the few columns granted to it. */
  readonly asSystem: <T>(work: Work<T>) => Promise<T>;
  /** The same for a single statement, which needs no transaction. */
  readonly system: Connection;
  /** Writes events and can read none. */
  readonly asIngest: <T>(organisation: string, work: Work<T>) => Promise<T>;
  /** Why the database cannot be used now; undefined if it can. */
  readonly problem: () => Promise<string | undefined>;
  readonly connections: () => readonly ConnectionCounts[];
  readonly close: () => Promise<void>;
}

export interface ConnectionCounts {
  readonly role: string;
  readonly used: number;
  readonly idle: number;
  /** Callers waiting for a connection. */
  readonly waiting: number;
}

type Work<T> = (on: Connection & { readonly client: pg.PoolClient }) => Promise<T>;

export interface DatabaseOptions {
  readonly url: string;
  /** Behind a pooler that assigns a connection per transaction: session settings are repeated in each. */
  readonly isPooled?: boolean;
  readonly connections?: number;
  /** Called for connections that broke. */
  readonly onError?: (error: Error) => void;
  /** Milliseconds after which an unanswered statement counts as lost; 35 s when absent. */
  readonly readTimeout?: number;
  /** The newest migration that this server knows; that of its own files when absent. */
  readonly knows?: number;
  /** Called once, when the database begins to refuse this server. */
  readonly onOldServer?: (refused: OldServerError) => void;
}

type Role = 'permesso_tenant' | 'permesso_system' | 'permesso_ingest';

/** A statement that hangs must not hold a request, and with it a lock, forever. */
const statementTimeout = 30_000;
/** A server that falls silent while storing would keep the heads of many agents locked. */
const idleTimeoutOf = (role: Role): number => (role === 'permesso_ingest' ? 10_000 : 60_000);

/** Session settings for a new connection. */
function beginAs(role: Role): string {
  return `begin; set local role ${role}; set local search_path = permesso; set local timezone = 'UTC';
    set local statement_timeout = ${statementTimeout};
    set local idle_in_transaction_session_timeout = ${idleTimeoutOf(role)}`;
}

/**
 * Enters one organisation, which must be in this database, or none. The database also checks the server's version.
 */
function entering(organisation: string, knows: number): string {
  return organisation === ''
    ? `select permesso.enter_as_system(${knows})`
    : `select permesso.enter('${organisation}', ${knows})`;
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

export function openDatabase({
  url,
  isPooled = false,
  connections = 10,
  onError,
  readTimeout = 35_000,
  knows = newestMigration(),
  onOldServer,
}: DatabaseOptions): Database {
  let isRefused = false;
  /** Each connection has one role from the start: whatever happens on it, it is never the owner of the data. */
  const poolAs = (role: Role, max: number): pg.Pool => {
    const made = new pg.Pool({
      connectionString: url,
      max,
      connectionTimeoutMillis: 10_000,
      idleTimeoutMillis: 30_000,
      // Nor may a network that drops packets: where it can still answer, the database gives up first.
      query_timeout: readTimeout,
      keepAlive: true,
      // Independent statements are pipelined. COPY cannot be.
      pipeline: role !== 'permesso_ingest',
      ...(isPooled
        ? {}
        : {
            statement_timeout: statementTimeout,
            idle_in_transaction_session_timeout: idleTimeoutOf(role),
            options: `-c search_path=permesso -c timezone=UTC -c role=${role}`,
          }),
      application_name: 'permesso',
    });
    const told = (error: Error): void => onError?.(error);
    made.on('error', told);
    // The pool handles errors only while a connection is idle; an error in a transaction would end the process.
    made.on('connect', (client) => client.on('error', told));
    return made;
  };
  const quarter = Math.max(1, Math.floor(connections / 4));
  // Connected on first use, so that the roles exist: a server migrates before it queries anything.
  const system = poolAs('permesso_system', quarter);
  const ingest = poolAs('permesso_ingest', quarter);
  const tenant = poolAs('permesso_tenant', Math.max(1, connections - 2 * quarter));

  const pools = { permesso_tenant: tenant, permesso_system: system, permesso_ingest: ingest };
  // A prepared statement belongs to one of the pooler's connections, and the next transaction may get another.
  const run = (client: pg.PoolClient, { name, text, values }: Statement): Promise<pg.QueryResult> =>
    client.query(isPooled || name === undefined ? { text, values } : { name, text, values });

  function transaction<T>(role: Role, organisation: string, work: Work<T>): Promise<T> {
    return transactionChannel.tracePromise(() => transactionAs(role, organisation, work), { role });
  }

  async function transactionAs<T>(role: Role, organisation: string, work: Work<T>): Promise<T> {
    const client = await pools[role].connect();
    let broken: Error | undefined;
    const { stream } = client.connection;
    // Not awaited: it is sent together with the first statements, which fail if it does.
    stream.cork();
    process.nextTick(() => stream.uncork());
    const begin = isPooled ? beginAs(role) : 'begin';
    const begun = client.query(`${begin}; ${entering(organisation, knows)}`);
    begun.catch(() => undefined);
    try {
      const result = await work({ query: (config) => run(client, config), client });
      await begun;
      await client.query('commit');
      isRefused = false;
      return result;
    } catch (error) {
      // The first statement only reports that the transaction had already failed.
      const refused: unknown = await begun.then(() => undefined, whyNotEntered);
      broken = await rolledBack(client);
      throw refused ?? error;
    } finally {
      client.release(broken);
    }
  }

  /** The refusal of `permesso.enter`; any other error unchanged. */
  function whyNotEntered(error: unknown): unknown {
    const refusal = asOldServer(asElsewhere(error), knows);
    if (refusal instanceof OldServerError) noteTooOld(refusal);
    return refusal;
  }

  function noteTooOld(refusal: OldServerError): void {
    if (!isRefused) onOldServer?.(refusal);
    isRefused = true;
  }

  const asSystemOnce: Connection['query'] = (config) =>
    isPooled ? transaction('permesso_system', '', (on) => on.query(config)) : system.query(config);

  return {
    asOrganisation: async (id, work) => {
      const organisation = checked(id);
      return await withWorkBefore(() => transaction('permesso_tenant', organisation, work));
    },
    system: { query: asSystemOnce },
    asSystem: (work) => transaction('permesso_system', '', work),
    asIngest: async (id, work) => await transaction('permesso_ingest', checked(id), work),
    problem: () => readinessProblem({ query: asSystemOnce }, { knows, onTooOld: noteTooOld }),
    connections: () =>
      Object.entries({ tenant, system, ingest }).map(([role, pool]) => ({
        role,
        used: pool.totalCount - pool.idleCount,
        idle: pool.idleCount,
        waiting: pool.waitingCount,
      })),
    close: async () => {
      await Promise.all([tenant.end(), system.end(), ingest.end()]);
    },
  };
}

/** The error that makes the connection unusable; undefined if it can be reused. */
async function rolledBack(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    // A shorter timeout than others: a connection that does not answer this is discarded.
    await client.query({ text: 'rollback', query_timeout: 5000 } as pg.QueryConfig);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** The setting is spliced into a statement, so only an identifier may be used. */
function checked(organisation: string): string {
  if (!uuid.test(organisation)) throw new TypeError('an organisation is named by a UUID');
  return organisation;
}

interface ReadinessOptions {
  /** The newest migration that this server knows. */
  readonly knows: number;
  /** Called when the database requires newer servers; the refusal is also thrown. */
  readonly onTooOld: (refusal: OldServerError) => void;
}

/** Why the database makes this server not ready for requests; undefined if it is ready. */
async function readinessProblem(
  on: Connection,
  { knows, onTooOld }: ReadinessOptions,
): Promise<string | undefined> {
  const { rows: schema } = await on.query({
    name: 'is-migrated',
    text: "select to_regprocedure('permesso.enter_as_system(integer)') is not null as migrated",
    values: [],
  });
  if (schema[0]?.['migrated'] !== true) return 'the database has no schema yet';
  const { rows } = await on.query({
    name: 'readiness',
    text: 'select permesso.replication_problem() as problem, (select knows from permesso.oldest_server) as oldest',
    values: [],
  });
  const oldest = Number(rows[0]?.['oldest']);
  if (oldest > knows) {
    const refusal = new OldServerError({ knows, oldest });
    onTooOld(refusal);
    throw refusal;
  }
  const problem: unknown = rows[0]?.['problem'];
  return typeof problem === 'string' ? `${problem}: commits wait until one is back` : undefined;
}
