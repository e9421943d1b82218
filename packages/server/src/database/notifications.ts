import pg from 'pg';
import { dropConnection } from './drop-connection.ts';

/** A hint about a change. Only ever a reason to poll sooner: a listener that misses one polls a moment later. */
export type Notification =
  | 'bundles'
  /** New requests: nobody who waits for an answer needs to poll. */
  | 'requests'
  | 'approvals'
  | 'deliveries';

export interface Notifications {
  /**
   * Notifies all servers, including this one. Bursts are merged: a NOTIFY in each transaction would serialise all
   * commits.
   */
  readonly give: (hint: Notification) => void;
  readonly on: (hint: Notification, look: () => void) => void;
  readonly stop: () => Promise<void>;
}

export interface NotificationsOptions {
  readonly url: string;
  readonly onError: (error: unknown) => void;
}

const channel = 'permesso_hint';
const togetherMs = 10;
const againMs = 1000;
/** A connection silent for longer is replaced. */
const answerMs = 10_000;

export function openNotifications({ url, onError }: NotificationsOptions): Notifications {
  const looks = new Map<Notification, Set<() => void>>();
  const waiting = new Set<Notification>();
  let sending: NodeJS.Timeout | undefined;
  let client: pg.Client | undefined;
  let connecting: pg.Client | undefined;
  /** Drops the current connection and soon opens another. */
  let renew: (error: unknown) => void = onError;
  let again: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'permesso hints',
      keepAlive: true,
      connectionTimeoutMillis: answerMs,
      query_timeout: answerMs,
    });
    let isLost = false;
    const lost = (error: unknown): void => {
      // A broken connection may report both an event and a failed statement: one is enough.
      if (isLost) return;
      isLost = true;
      if (client === fresh) client = undefined;
      fresh.removeAllListeners();
      fresh.on('error', onError);
      void letGo(fresh);
      if (isStopped) return;
      onError(error);
      again = setTimeout(() => {
        connected = connect();
      }, againMs);
    };
    fresh.once('error', lost);
    fresh.on('notification', ({ payload = '' }) => {
      for (const name of payload.split(' ')) for (const look of looks.get(name as Notification) ?? []) look();
    });
    try {
      connecting = fresh;
      await fresh.connect();
      await fresh.query(`listen ${channel}`);
      // Stopped in the meantime: an untracked connection would keep the process alive.
      if (isStopped) return await letGo(fresh);
      client = fresh;
      renew = lost;
    } catch (error) {
      lost(error);
    }
  }

  async function letGo(broken: pg.Client): Promise<void> {
    try {
      await broken.end();
    } catch (error) {
      onError(error);
    }
  }

  async function send(): Promise<void> {
    const payload = [...waiting].join(' ');
    waiting.clear();
    try {
      // Without a connection the hint is lost; all servers poll anyway.
      await client?.query('select pg_notify($1, $2)', [channel, payload]);
    } catch (error) {
      renew(error);
    }
    sending = waiting.size === 0 || isStopped ? undefined : setTimeout(() => void send(), togetherMs);
  }

  let connected = connect();
  return {
    give: (hint) => {
      waiting.add(hint);
      sending ??= setTimeout(() => void send(), togetherMs);
    },
    on: (hint, look) => {
      looks.set(hint, (looks.get(hint) ?? new Set()).add(look));
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(sending);
      clearTimeout(again);
      // A connection still being opened is not awaited: the database may never answer.
      if (client !== undefined) await client.end();
      else if (connecting !== undefined) dropConnection(connecting);
      await connected;
    },
  };
}
