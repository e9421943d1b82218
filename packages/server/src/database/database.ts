import pg from 'pg';
import { withWorkBefore } from './before-transaction.ts';
import { asElsewhere } from './elsewhere.ts';
import { newestMigration } from './migrate.ts';
import { transactionChannel } from './observed-work.ts';
import { asOldServer, OldServerError } from './old-server.ts';
import type { Connection, Statement } from './query.ts';

/** The one way to the data. Who asks decides what there is to be seen: the database itself keeps organisations apart. */
export interface Database {
  /** As one organisation: rows of others do not exist. Begins again where the work throws `BeforeTransaction`. */
  readonly asOrganisation: <T>(id: string, work: Work<T>) => Promise<T>;
  /** Before it is known who asks, and for timers: sees the few columns that it was granted. */
  readonly asSystem: <T>(work: Work<T>) => Promise<T>;
  /** The same for a single statement, which needs no transaction. */
  readonly system: Connection;
  /** Writes events and can read none. */
  readonly asIngest: <T>(organisation: string, work: Work<T>) => Promise<T>;
  /** Why it cannot be used now; nothing when it can. */
  readonly problem: () => Promise<string | undefined>;
  readonly connections: () => readonly ConnectionCounts[];
  readonly close: () => Promise<void>;
}

export interface ConnectionCounts {
  readonly role: string;
  readonly used: number;
  readonly idle: number;
  /** Who waits for a connection. */
  readonly waiting: number;
}

type Work<T> = (on: Connection & { readonly client: pg.PoolClient }) => Promise<T>;

export interface DatabaseOptions {
  readonly url: string;
  /** Behind a pooler that gives a connection for one transaction: everything is said again in each. */
  readonly isPooled?: boolean;
  readonly connections?: number;
  /** Told of connections that broke. */
  readonly onError?: (error: Error) => void;
  /** Milliseconds after which a statement without an answer counts as lost; 35 s when absent. */
  readonly readTimeout?: number;
  /** The newest migration that this server knows; that of its own files when absent. */
  readonly knows?: number;
  /** Told when the database begins to refuse this server, once. */
  readonly onOldServer?: (refused: OldServerError) => void;
}

type Role = 'permesso_tenant' | 'permesso_system' | 'permesso_ingest';

/** A statement that hangs must not hold a request, and with it a lock, for ever. */
const statementTimeout = 30_000;
/** A server that falls silent while it stores keeps the heads of many agents from the others. */
const idleTimeoutOf = (role: Role): number => (role === 'permesso_ingest' ? 10_000 : 60_000);

/** What a connection of its own is told when it is made. */
function beginAs(role: Role): string {
  return `begin; set local role ${role}; set local search_path = permesso; set local timezone = 'UTC';
    set local statement_timeout = ${statementTimeout};
    set local idle_in_transaction_session_timeout = ${idleTimeoutOf(role)}`;
}

/** As one organisation, which must live in this database; as none. By a server that the database takes. */
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
  /** Each connection is one role from its first moment: whatever happens on it, it is never the owner of the data. */
  const poolAs = (role: Role, max: number): pg.Pool => {
    const made = new pg.Pool({
      connectionString: url,
      max,
      connectionTimeoutMillis: 10_000,
      idleTimeoutMillis: 30_000,
      // Nor must a network that swallows what is said: the database gives up first where it can be received.
      query_timeout: readTimeout,
      keepAlive: true,
      // Statements that do not wait for each other travel together. COPY cannot.
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
    // The pool listens only while a connection is idle; one that breaks in a transaction would end the process.
    made.on('connect', (client) => client.on('error', told));
    return made;
  };
  const quarter = Math.max(1, Math.floor(connections / 4));
  // Connected when first used, so that the roles exist: a server migrates before it looks anything up.
  const system = poolAs('permesso_system', quarter);
  const ingest = poolAs('permesso_ingest', quarter);
  const tenant = poolAs('permesso_tenant', Math.max(1, connections - 2 * quarter));

  const pools = { permesso_tenant: tenant, permesso_system: system, permesso_ingest: ingest };
  // A statement that was prepared is on one connection of the pooler, and the next transaction on another.
  const run = (client: pg.PoolClient, { name, text, values }: Statement): Promise<pg.QueryResult> =>
    client.query(isPooled || name === undefined ? { text, values } : { name, text, values });

  function transaction<T>(role: Role, organisation: string, work: Work<T>): Promise<T> {
    return transactionChannel.tracePromise(() => transactionAs(role, organisation, work), { role });
  }

  async function transactionAs<T>(role: Role, organisation: string, work: Work<T>): Promise<T> {
    const client = await pools[role].connect();
    let broken: Error | undefined;
    const { stream } = client.connection;
    // Not waited for: it travels with the first statements, in one piece, and they fail with it.
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
      // The first statement only says that the transaction had failed before.
      const refused: unknown = await begun.then(() => undefined, whyNotEntered);
      broken = await rolledBack(client);
      throw refused ?? error;
    } finally {
      client.release(broken);
    }
  }

  /** What `permesso.enter` says; any other error as it is. */
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

/** The error that makes the connection worthless; nothing when it can be used again. */
async function rolledBack(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    // Shorter than others: what does not answer this is thrown away.
    await client.query({ text: 'rollback', query_timeout: 5000 } as pg.QueryConfig);
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

interface ReadinessOptions {
  /** The newest migration that this server knows. */
  readonly knows: number;
  /** Told when the database takes newer servers only, which is thrown as well. */
  readonly onTooOld: (refusal: OldServerError) => void;
}

/** Why requests should not be sent here, as far as the database goes; nothing when they should. */
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
