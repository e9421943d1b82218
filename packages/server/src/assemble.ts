import { approvalsModule } from './approvals/index.ts';
import { auditModule, databaseSearch } from './audit/index.ts';
import type { Clock } from './database/clock.ts';
import { OldServerError } from './database/old-server.ts';
import { openNotifications } from './database/notifications.ts';
import { startPolling } from './database/poller.ts';
import { healthRoutes } from './http/health-routes.ts';
import { type Credentials, identityModule, checksNoPasskey } from './identity/index.ts';
import { machinesModule } from './machines/index.ts';
import type { Job, OpenModule, ServerContext, ServerStart } from './module.ts';
import { secondPersonActs } from './declared.ts';
import { notificationsModule } from './notifications/index.ts';
import { guardedSend } from './outbound/send.ts';
import type { NamedPlugin } from './plugin.ts';
import { type BundleCache, policyModule, channelOf } from './policy/index.ts';
import { authoriser, type Authorise } from './route/authorise.ts';
import type { Caller } from './route/caller.ts';
import type { Route } from './route/route.ts';
import { directUrlOf } from './settings.ts';

export interface Parts extends ServerStart, Pick<ServerContext, 'publicUrl' | 'version' | 'stopping'> {
  readonly plugins: readonly NamedPlugin[];
  readonly clock: Clock;
  /** Called when background work fails. */
  readonly onFailure: () => void;
}

export interface Assembled {
  readonly routes: readonly Route[];
  readonly bundles: BundleCache;
  readonly authenticate: (given: Credentials) => Promise<Caller>;
  readonly authorise: Authorise;
  readonly stop: () => Promise<void>;
}

/** The polling interval for changes without a notification. */
const lookEveryMs = 1000;
/** A database that requires newer servers stays so until it is restored from a backup. */
const restOfOldServerMs = 60_000;

/** Every route of the server with its dependencies, and the background work. */
export function assemble(parts: Parts): Assembled {
  const { settings, database, cells, plugins, clock, log } = parts;
  const { secret } = settings;
  const onError = (error: unknown): void => {
    // Reported once, by the database that refused.
    if (error instanceof OldServerError) return;
    parts.onFailure();
    log.warn({ err: error }, 'background work failed');
  };
  const hints = openNotifications({ url: directUrlOf(settings), onError });
  const send = guardedSend({ permitted: settings.webhookHosts });
  const context: ServerContext = { ...parts, secret, hints, send, now: clock.now, onError };
  const policy = policyModule.open(context);
  const identity = identityModule.open(context, {
    channelOf: (on, to) => channelOf(on, to.project, { ...to, secret }),
    kinds: secondPersonActs(secret),
    plugins: plugins.flatMap(({ name, routes, channels }) => ((routes ?? channels) ? [name] : [])),
  });
  const { authenticate } = identity;
  const modules: readonly OpenModule[] = [
    identity,
    policy,
    approvalsModule.open(context, {
      authenticate,
      checkPasskey: plugins.flatMap((plugin) => plugin.checkPasskey?.(context) ?? [])[0] ?? checksNoPasskey,
    }),
    auditModule.open(context, {
      search: plugins.reduce((inner, plugin) => plugin.search?.(inner) ?? inner, databaseSearch(database)),
      take: plugins.find(({ take }) => take !== undefined)?.take,
    }),
    machinesModule.open(context),
    notificationsModule.open(context, {
      channels: plugins.flatMap((plugin) => plugin.channels?.(context) ?? []),
      holding: plugins.find(({ holding }) => holding !== undefined)?.holding,
    }),
  ];
  const jobs: readonly Job[] = [
    { work: clock.look },
    ...modules.flatMap((module) => module.jobs ?? []),
    ...cells.flatMap((cell) => [
      ...modules.flatMap((module) => module.jobsIn?.(cell) ?? []),
      ...plugins.flatMap((plugin) => plugin.jobs?.(context, cell) ?? []),
    ]),
  ];
  const restMs = (error: unknown): number | undefined =>
    error instanceof OldServerError ? restOfOldServerMs : undefined;
  const works = jobs.map(({ everyMs = lookEveryMs, hint, work }) => {
    const repeated = startPolling({ everyMs, work, onError, restMs });
    if (hint !== undefined) hints.on(hint, repeated.now);
    return repeated;
  });
  for (const plugin of plugins) plugin.start?.(context);
  const routes = [
    ...modules.flatMap((module) => module.routes),
    ...plugins.flatMap((plugin) => plugin.routes?.(context) ?? []),
  ];
  return {
    routes: [...healthRoutes(parts, routes), ...routes],
    bundles: policy.bundles,
    authenticate,
    authorise: authoriser(database),
    stop: async () => {
      await Promise.all(works.map((work) => work.stop()));
      await hints.stop();
    },
  };
}
