import { checkVersion, NatsRefused } from './connect.ts';

interface Varz {
  readonly version?: string;
  readonly jetstream?: { readonly config?: { readonly sync_always?: boolean } };
}

const patienceMs = 3000;

/**
 * Checks with the servers' own monitoring whether acknowledged messages are on disk. A client cannot see it, and the
 * default writes to disk only every two minutes.
 */
export async function checkMonitors(urls: readonly string[]): Promise<void> {
  for (const url of urls) {
    const reply = await fetch(new URL('/varz', url), { signal: AbortSignal.timeout(patienceMs) });
    if (!reply.ok) throw new Error(`${url} answered ${reply.status}`);
    const { version = '', jetstream } = (await reply.json()) as Varz;
    checkVersion(version);
    if (jetstream?.config?.sync_always !== true)
      throw new NatsRefused(
        `the server at ${url} acknowledges messages before they are on its disk`,
        'set "sync_interval: always" in the jetstream block of its configuration',
      );
  }
}
