import pg from 'pg';
import { dropConnection } from './drop-connection.ts';

/** What may have changed. Only ever a reason to look sooner: a listener that misses one looks a moment later. */
export type Notification =
  | 'bundles'
  /** New ones: nobody who waits for an answer needs to look. */
  | 'requests'
  | 'approvals'
  | 'deliveries';

export interface Notifications {
  /** Tells all servers, this one too. Many in a row become one: a NOTIFY in each transaction would queue all commits. */
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
/** A connection that is silent for longer is given up. */
const answerMs = 10_000;

export function openNotifications({ url, onError }: NotificationsOptions): Notifications {
  const looks = new Map<Notification, Set<() => void>>();
  const waiting = new Set<Notification>();
  let sending: NodeJS.Timeout | undefined;
  let client: pg.Client | undefined;
  let connecting: pg.Client | undefined;
  /** Gives up the connection that there is and makes another soon. */
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
      // A connection that breaks may say so as an event and as the failure of a statement: one is enough.
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
      // Told to stop meanwhile: a connection that nobody knows of would keep the process alive.
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
      // Without a connection nobody is told; all look by themselves before long.
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
      // One that is still being made is not waited for: the database may never answer.
      if (client !== undefined) await client.end();
      else if (connecting !== undefined) dropConnection(connecting);
      await connected;
    },
  };
}
