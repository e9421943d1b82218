import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { messageOf } from '@permesso/engine/call';
import { filled } from '@permesso/gate/mcp-gateway';
import { principalTokens, type ReadToken, type TokenIssuer } from '@permesso/gate/http';
import { checkOptions } from '@permesso/engine/policy';
import type { Stores } from '@permesso/gate';
import { UsageError, type CommandInput, type CommandOption } from './command.ts';

export const storesOption: CommandOption = {
  name: 'stores',
  value: 'URL',
  help: 'keep approvals, answers, counts and the log in postgres:, redis: or sqlite:FILE; ${VARIABLE} is filled in',
};

export const principalsOption: CommandOption = {
  name: 'principals',
  value: 'FILE',
  help: 'who signs the tokens that name a principal: JSON with issuer, audience and keys',
};

/** Stores in a database, and how to close the connection. */
export interface OpenedStores {
  readonly stores: Required<Stores>;
  readonly close: () => Promise<void>;
}

/** The stores selected by a command line. The database client is the operator's own, installed separately. */
export async function storesFrom(given: CommandInput, cwd: string): Promise<OpenedStores | undefined> {
  const text = given.value('stores');
  if (text === undefined) return undefined;
  const address = filledIn(text);
  const [, scheme = ''] = /^(\w+):/.exec(address) ?? [];
  const open = openers[scheme];
  if (open === undefined) throw new UsageError('--stores takes postgres://..., redis://... or sqlite:FILE');
  try {
    return await open(address, cwd);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    // The URL is left out: it holds a password.
    throw new UsageError(
      `--stores could not be opened: ${messageOf(error).replaceAll(address, 'the address')}`,
    );
  }
}

/** Variables are filled in so that no password is on a command line. */
function filledIn(text: string): string {
  try {
    return filled(text, { place: '--stores', env: process.env });
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
}

type OpenStores = (address: string, cwd: string) => Promise<OpenedStores>;

const openers: Readonly<Record<string, OpenStores>> = {
  postgres: openPostgres,
  postgresql: openPostgres,
  redis: openRedis,
  rediss: openRedis,
  sqlite: openSqlite,
};

async function openPostgres(address: string, cwd: string): Promise<OpenedStores> {
  const pg = clientOf('pg', cwd) as PostgresPackage;
  const { postgresStores } = await import('@permesso/gate/stores/postgres');
  const pool = new pg.Pool({ connectionString: address });
  // An idle connection that breaks is replaced by the next query.
  pool.on('error', () => undefined);
  const stores = postgresStores(pool);
  await stores.prepare();
  return { stores, close: async () => finished(stores, () => pool.end()) };
}

async function openRedis(address: string, cwd: string): Promise<OpenedStores> {
  const { createClient } = clientOf('redis', cwd) as RedisPackage;
  const { redisStores } = await import('@permesso/gate/stores/redis');
  const client = createClient({ url: address });
  client.on('error', () => undefined);
  await client.connect();
  const stores = redisStores(client);
  return { stores, close: async () => finished(stores, () => client.close()) };
}

async function openSqlite(address: string, cwd: string): Promise<OpenedStores> {
  const { DatabaseSync } = await import('node:sqlite');
  const { sqliteStores } = await import('@permesso/gate/stores/sqlite');
  const database = new DatabaseSync(resolve(cwd, address.slice('sqlite:'.length)));
  const stores = sqliteStores(database);
  return { stores, close: async () => finished(stores, () => database.close()) };
}

async function finished(
  { log }: { readonly log: { readonly flush: () => unknown } },
  end: () => unknown,
): Promise<void> {
  await log.flush();
  await end();
}

interface PostgresPackage {
  readonly Pool: new (options: { readonly connectionString: string }) => {
    readonly query: (text: string, values: unknown[]) => Promise<{ readonly rows: readonly unknown[] }>;
    readonly on: (event: 'error', listener: () => void) => unknown;
    readonly end: () => Promise<void>;
  };
}

interface RedisPackage {
  readonly createClient: (options: { readonly url: string }) => {
    readonly sendCommand: (command: string[]) => Promise<unknown>;
    readonly on: (event: 'error', listener: () => void) => unknown;
    readonly connect: () => Promise<unknown>;
    readonly close: () => unknown;
  };
}

/** Resolved from this program's installation, or else from the working directory. */
function clientOf(name: string, cwd: string): unknown {
  const program = resolve(process.argv[1] ?? cwd);
  for (const from of [program, join(cwd, 'package.json')]) {
    try {
      return createRequire(from)(name);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND')) throw error;
    }
  }
  throw new UsageError(`--stores needs the package ${name}: run \`npm install ${name}\``);
}

/** The issuer of principals' tokens, from the command line. */
export function issuerFrom(given: CommandInput): TokenIssuer | undefined {
  const file = given.value('principals');
  if (file === undefined) return undefined;
  try {
    const read = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, unknown>>;
    checkOptions(read, ['issuer', 'audience', 'keys', 'claims'], file);
    const { issuer, audience, keys } = read;
    if (
      typeof issuer !== 'string' ||
      typeof audience !== 'string' ||
      !(Array.isArray(keys) || typeof keys === 'string')
    )
      throw new TypeError(
        'it needs `issuer`, `audience` and `keys`: a list of JWKs or the address of a JWK Set',
      );
    return read as unknown as TokenIssuer;
  } catch (error) {
    throw new UsageError(`--principals ${file}: ${messageOf(error)}`);
  }
}

export function principalsFrom(given: CommandInput): ReadToken | undefined {
  const issuer = issuerFrom(given);
  return issuer === undefined ? undefined : principalTokens(issuer);
}
