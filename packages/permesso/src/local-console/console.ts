import { get } from './route.ts';
import type { LocalWho } from '@permesso/protocol/console';
import { join } from 'node:path';
import { definedFields } from '@permesso/engine/call';
import { announcePresence } from '@permesso/gate/approval';
import { privateDirectory, findPlaces, type PlaceOptions } from '@permesso/gate/disk';
import { activityRoutes } from './routes/activity.ts';
import { exchangeRoutes } from './routes/exchange.ts';
import { perProject } from './per-project.ts';
import { inboxRoutes, watchInbox } from './routes/inbox.ts';
import { readInBackground } from './routes/log-reader.ts';
import { keptRoutes } from './routes/kept-calls.ts';
import { matchingRoutes } from './routes/matching.ts';
import { readPages } from './pages.ts';
import { overviewRoutes } from './routes/overview.ts';
import { playgroundRoutes } from './routes/playground.ts';
import { profileRoutes } from './routes/profiles.ts';
import { ruleRoutes } from './routes/rule-list.ts';
import { rememberedRoutes } from './routes/remembered.ts';
import { savedViewRoutes } from './routes/saved-views.ts';
import { serve, type Served } from './serve.ts';
import { startJob as startThread, type StartJob } from './start-job.ts';

export interface ConsoleOptions extends PlaceOptions {
  /** The project whose rules are shown. */
  readonly cwd: string;
  /** The name of the person at the page, for the log. */
  readonly by: string;
  /** The built pages. */
  readonly pages: string;
  readonly port?: number;
  /** The person wants to be asked here before the agent's own window. */
  readonly first?: true;
  /** Replaces the thread, where agent programs are not installed. */
  readonly startJob?: StartJob;
}

/** Milliseconds between checks for pending requests. */
const lookEvery = 250;

/** The local console: this machine's requests, rules and log for one browser. */
export async function openConsole(options: ConsoleOptions): Promise<Served> {
  const { cwd, by, pages, port, first, startJob = startThread, ...places } = options;
  const { state } = findPlaces(places);
  // Checked before anything runs: without this directory no answer can be stored.
  privateDirectory(state);
  const log = join(state, 'log');
  const reader = readInBackground(log);
  // A hook waits for an answer only while somebody can give it, so only while a page listens.
  let listening = 0;
  let leave: (() => void) | undefined;
  const served = await serve({
    pages: readPages(pages),
    routes: [
      ...inboxRoutes({ state, by, places }),
      ...perProject(
        cwd,
        () => reader.uses().projects(),
        (at) => [
          ...ruleRoutes({ ...places, cwd: at, log, uses: reader.uses, startJob }),
          ...playgroundRoutes({ ...places, cwd: at }),
          ...exchangeRoutes({ ...places, cwd: at }),
          ...profileRoutes({ ...places, cwd: at }),
        ],
      ),
      ...rememberedRoutes({ ...places, by }),
      ...matchingRoutes(log),
      ...activityRoutes({ log, reader, place: { ...places, cwd }, startJob }),
      ...keptRoutes(state),
      ...savedViewRoutes(state),
      ...overviewRoutes({ place: { ...places, cwd }, state, reader, startJob }),
      get('/api/who', (): LocalWho => ({ mode: 'local', cwd, by })),
    ],
    live: (send, signal) => {
      listening += 1;
      leave ??= announcePresence(state, {
        address: new URL('/', served.address).href,
        ...definedFields({ first }),
      });
      const changed = watchInbox(state);
      // All requests first, then only changes: a thousand requests are megabytes.
      send('inbox', { items: changed(Date.now())?.added ?? [] });
      const look = (): void => {
        const change = changed(Date.now());
        if (change !== undefined) send('change', change);
      };
      const timer = setInterval(look, lookEvery);
      signal.addEventListener('abort', () => {
        clearInterval(timer);
        listening -= 1;
        if (listening > 0) return;
        leave?.();
        leave = undefined;
      });
    },
    ...definedFields({ port }),
  }).catch((error: unknown) => {
    // Otherwise it would keep counting, and the process would never exit.
    reader.close();
    throw error;
  });
  return {
    ...served,
    close: async () => {
      reader.close();
      leave?.();
      await served.close();
    },
  };
}
