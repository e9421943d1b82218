import { jetstreamManager, type JetStreamClient, type JetStreamManager } from '@nats-io/jetstream';
import {
  connect,
  type NatsConnection,
  type NodeConnectionOptions,
  type ServerInfo,
} from '@nats-io/transport-node';

/** A connection to the servers of one PERMESSO_NATS_URL. */
export interface Nats {
  readonly connection: NatsConnection;
  readonly client: JetStreamClient;
  readonly manager: JetStreamManager;
}

/** Only the operator can fix it: retrying is pointless. */
export class NatsRefused extends Error {
  constructor(what: string, fix: string) {
    super(`PERMESSO_NATS_URL: ${what}; fix: ${fix}`);
    this.name = 'NatsRefused';
  }
}

const oldest = [2, 10, 23] as const;
/** The largest request that an agent may send, plus its envelope. */
const leastPayload = 4 * 1024 * 1024 + 64 * 1024;
const connectTimeout = 3000;

export async function connectNats(urls: readonly string[]): Promise<Nats> {
  const connection = await connect({
    ...connectionOptions(urls),
    name: 'permesso',
    timeout: connectTimeout,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    // A silent node is given up after some seconds.
    pingInterval: 5000,
    maxPingOut: 2,
  });
  try {
    checkServer(connection.info);
    const manager = await jetstreamManager(connection);
    return { connection, client: manager.jetstream(), manager };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/** Credentials are in the first URL: the library ignores them there. */
function connectionOptions(urls: readonly string[]): NodeConnectionOptions {
  const [first = ''] = urls;
  const { protocol, username, password } = new URL(first);
  const [user, pass] = [decodeURIComponent(username), decodeURIComponent(password)];
  return {
    servers: urls.map((url) => new URL(url).host),
    ...(user !== '' && pass === '' ? { token: user } : user === '' ? {} : { user, pass }),
    ...(protocol === 'tls:' ? { tls: {} } : {}),
  };
}

export function checkServer(info: ServerInfo | undefined): void {
  checkVersion(info?.version ?? '');
  if ((info?.max_payload ?? 0) < leastPayload)
    throw new NatsRefused(
      `its servers take messages of at most ${info?.max_payload} bytes, and agents send up to ${leastPayload}`,
      'set "max_payload: 8MB" in their configuration',
    );
}

export function checkVersion(version: string): void {
  if (!isNewEnough(version))
    throw new NatsRefused(
      `nats-server ${version} is too old: it loses messages that it acknowledged when power fails or its processes are killed`,
      `run nats-server ${oldest.join('.')} or newer with "sync_interval: always"`,
    );
}

function isNewEnough(version: string): boolean {
  const parts = version.split('.').map((part) => Number.parseInt(part, 10));
  for (const [at, least] of oldest.entries()) {
    const part = parts[at] ?? Number.NaN;
    if (part !== least) return part > least;
  }
  return true;
}
