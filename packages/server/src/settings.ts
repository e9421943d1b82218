import { definedFields } from '@permesso/engine/call';
import { hash } from 'node:crypto';
import { BlockList, isIP } from 'node:net';

/** Seals with the first; opens with any. */
export type SealKeys = readonly [current: Uint8Array, ...others: Uint8Array[]];

export interface CellSetting {
  readonly name: string;
  readonly url: string;
}

/** A server's start-up settings. Everything else is in the database. */
export interface Settings {
  readonly databaseUrl: string;
  /** The database itself, if `databaseUrl` is a pooler in transaction mode. */
  readonly directUrl?: string;
  /** Further databases for organisations, by name. */
  readonly cells?: readonly CellSetting[];
  /** Seals secrets at rest; the same for all servers of one database. */
  readonly secret: SealKeys;
  readonly host: string;
  readonly port: number;
  /** The URL for browsers and agents: used in links, for sign-in, and to tell our own pages from foreign ones. */
  readonly publicUrl?: string;
  readonly connections: number;
  /** Proxies in front of the server, as addresses and ranges: only these are trusted to name the client. */
  readonly trustedProxies: readonly string[];
  /** The limit of one person or agent, per server; bursts may be three times as large. */
  readonly requestsPerSecond: number;
  readonly logLevel: string;
  /** The port for Prometheus metrics, beside the API; none when absent. */
  readonly metricsPort?: number;
  /** Internal addresses that webhooks may reach: `127.0.0.1`, `10.1.2.3`. */
  readonly webhookHosts: readonly string[];
  /** Days after which events and settled requests are removed. */
  readonly retentionDays: number;
  /** The built pages of the console; those that come with `permesso` when absent. */
  readonly pages?: string;
  /** The environment from which modules and plug-ins read their own settings. */
  readonly env: Environment;
}

/** The URL for work that needs its own connection: LISTEN, migrations, backups. */
export function directUrlOf({ directUrl, databaseUrl }: Settings): string {
  return directUrl ?? databaseUrl;
}

export type Environment = Readonly<Record<string, string | undefined>>;

type Variable = readonly [name: string, means: string, absent: string];

/** Settings of one module or plug-in. */
export interface SettingsPart {
  readonly variables: readonly Variable[];
  /** Throws a `SettingsError`. */
  readonly read: (env: Environment) => unknown;
}

const shortestSecret = 32;
const logLevels: readonly string[] = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'];

/** Each variable with its meaning and default; the documentation is generated from this list. */
const variables: readonly Variable[] = [
  ['DATABASE_URL', 'the PostgreSQL database', 'required'],
  [
    'PERMESSO_DIRECT_URL',
    'the database itself, where DATABASE_URL leads to pgbouncer in transaction mode',
    'DATABASE_URL is not a pooler',
  ],
  [
    'PERMESSO_CELLS',
    'other databases that organisations live in, as NAME=postgres://... with spaces between; DATABASE_URL is the cell main',
    'one database',
  ],
  ['PERMESSO_SECRET', `seals keys at rest; at least ${shortestSecret} characters`, 'required'],
  ['PERMESSO_OTHER_SECRET', 'opens what is sealed, too, while the secret is being replaced', 'none'],
  ['PERMESSO_HOST', 'the address to listen on', '127.0.0.1'],
  ['PERMESSO_PORT', 'the port to listen on; 0 takes a free one', '7400'],
  ['PERMESSO_PUBLIC_URL', 'how browsers and agents reach the server', 'the address it listens on'],
  ['PERMESSO_CONNECTIONS', 'connections to the database', '10'],
  ['PERMESSO_REQUESTS_PER_SECOND', 'requests of one person or agent', '100'],
  [
    'PERMESSO_TRUSTED_PROXIES',
    'addresses and ranges of the proxies in front, with commas: only their X-Forwarded-For is read',
    'none',
  ],
  ['PERMESSO_METRICS_PORT', 'the port on which Prometheus reads /metrics; 0 takes a free one', 'no metrics'],
  ['PERMESSO_LOG', 'fatal, error, warn, info, debug or silent', 'info'],
  [
    'PERMESSO_WEBHOOK_HOSTS',
    'private hosts that webhooks and the identity provider may reach, with commas',
    'none',
  ],
  ['PERMESSO_RETENTION_DAYS', 'days to keep entries and settled approval requests', '90'],
  ['PERMESSO_PAGES', 'the directory with the pages of the console', 'those that come with permesso'],
];

export class SettingsError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SettingsError';
  }
}

export const baseSettings = { variables, read: readSettings } satisfies SettingsPart;

function readSettings(env: Environment): Settings {
  const url = env['PERMESSO_PUBLIC_URL'];
  const pages = env['PERMESSO_PAGES'];
  const directUrl = env['PERMESSO_DIRECT_URL'] ?? '';
  const metricsPort = env['PERMESSO_METRICS_PORT'] ?? '';
  return {
    databaseUrl: databaseFrom(required(env, 'DATABASE_URL'), 'DATABASE_URL'),
    ...(directUrl === '' ? {} : { directUrl: databaseFrom(directUrl, 'PERMESSO_DIRECT_URL') }),
    ...cellsFrom(env['PERMESSO_CELLS']),
    secret: secretFrom(required(env, 'PERMESSO_SECRET'), env['PERMESSO_OTHER_SECRET']),
    host: env['PERMESSO_HOST'] ?? '127.0.0.1',
    port: numberIn(env, 'PERMESSO_PORT', { absent: 7400, least: 0, most: 65_535 }),
    ...(url === undefined ? {} : { publicUrl: originOf(url) }),
    connections: numberIn(env, 'PERMESSO_CONNECTIONS', { absent: 10, least: 2, most: 1000 }),
    requestsPerSecond: numberIn(env, 'PERMESSO_REQUESTS_PER_SECOND', {
      absent: 100,
      least: 1,
      most: 1_000_000,
    }),
    trustedProxies: proxiesFrom(env),
    ...(metricsPort === ''
      ? {}
      : { metricsPort: numberIn(env, 'PERMESSO_METRICS_PORT', { absent: 0, least: 0, most: 65_535 }) }),
    logLevel: levelFrom(env['PERMESSO_LOG'] ?? 'info'),
    webhookHosts: (env['PERMESSO_WEBHOOK_HOSTS'] ?? '').split(',').filter((each) => each !== ''),
    retentionDays: numberIn(env, 'PERMESSO_RETENTION_DAYS', { absent: 90, least: 1, most: 36_500 }),
    ...definedFields({ pages }),
    env,
  };
}

function cellsFrom(text: string = ''): Pick<Settings, 'cells'> {
  const cells = text
    .split(/\s+/)
    .filter((each) => each !== '')
    .map((each) => {
      const [, name = '', url = ''] = /^([a-z0-9][a-z0-9-]{0,62})=(.*)$/.exec(each) ?? [];
      // The message omits the URL, which holds a password.
      if (name === '' || name === 'main')
        throw new SettingsError('PERMESSO_CELLS names cells as NAME=postgres://..., and none of them main');
      return { name, url: databaseFrom(url, `the cell ${name} of PERMESSO_CELLS`) };
    });
  if (new Set(cells.map(({ name }) => name)).size < cells.length)
    throw new SettingsError('PERMESSO_CELLS has two cells of one name');
  return cells.length === 0 ? {} : { cells };
}

export function listIn(env: Environment, name: string): readonly string[] {
  return (env[name] ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');
}

export function secretFrom(text: string, other = ''): SealKeys {
  const current = keyFrom(text, 'PERMESSO_SECRET');
  return other === '' ? [current] : [current, keyFrom(other, 'PERMESSO_OTHER_SECRET')];
}

function keyFrom(text: string, name: string): Uint8Array {
  if (text.length < shortestSecret)
    throw new SettingsError(
      `${name} has ${text.length} characters and needs ${shortestSecret}; make one with: openssl rand -hex 32`,
    );
  return hash('sha256', text, 'buffer');
}

const examples = {
  DATABASE_URL: 'postgres://permesso@127.0.0.1:5432/permesso',
  PERMESSO_SECRET: '$(openssl rand -hex 32), made once and kept',
} as const;

function databaseFrom(text: string, name: string): string {
  if (!/^postgres(?:ql)?:/.test(text) || !URL.canParse(text))
    throw new SettingsError(`${name} is not a PostgreSQL URL; for example: ${examples.DATABASE_URL}`);
  return text;
}

function proxiesFrom(env: Environment): readonly string[] {
  const entries = listIn(env, 'PERMESSO_TRUSTED_PROXIES');
  trustedProxies(entries);
  return entries;
}

/** Proxies that are trusted to name the client. */
export function trustedProxies(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [network = '', bits, more] = entry.split('/');
    const family = isIP(network);
    const most = family === 4 ? 32 : 128;
    const isRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
    if (family === 0 || !isRange || more !== undefined)
      throw new SettingsError(
        `PERMESSO_TRUSTED_PROXIES: ${entry} is neither an address nor a range such as 10.0.0.0/8`,
      );
    list.addSubnet(network, Number(bits ?? most), family === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}

function levelFrom(text: string): string {
  if (!logLevels.includes(text))
    throw new SettingsError(`PERMESSO_LOG must be one of ${logLevels.join(', ')}, not ${text}`);
  return text;
}

function required(env: Environment, name: keyof typeof examples): string {
  const value = env[name];
  if (value === undefined || value === '')
    throw new SettingsError(`${name} is not set; for example: ${name}=${examples[name]}`);
  return value;
}

function originOf(text: string): string {
  if (!URL.canParse(text)) throw new SettingsError(`PERMESSO_PUBLIC_URL is not a URL: ${text}`);
  return new URL(text).origin;
}

export function numberIn(
  env: Environment,
  name: string,
  { absent, least, most }: { readonly absent: number; readonly least: number; readonly most: number },
): number {
  const text = env[name];
  if (text === undefined || text === '') return absent;
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most)
    throw new SettingsError(`${name} must be a whole number from ${least} to ${most}, not ${text}`);
  return value;
}
