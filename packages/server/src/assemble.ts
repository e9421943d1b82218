import type { Logger } from 'pino';
import { tendRestored } from './approval/after-restore.ts';
import { agentApprovalRoutes } from './approval/agent-approval-routes.ts';
import { approvalRuleRoutes } from './approval/rules/approval-rule-routes.ts';
import { approvalRoutes } from './approval/approval-routes.ts';
import { approvalStreamRoutes } from './approval/approval-stream-routes.ts';
import { forgetApprovals } from './approval/forget-approvals.ts';
import { standingApprovalRoutes } from './approval/standing/standing-approval-routes.ts';
import { sweepApprovals } from './approval/sweep.ts';
import { sweepTeamGrants } from './approval/sweep-team-grants.ts';
import { teamGrantRoutes } from './approval/team-grant-routes.ts';
import { waitingAgents } from './approval/waiting.ts';
import { entryRoutes } from './audit/entry-routes.ts';
import { findingRoutes } from './audit/finding-routes.ts';
import { ingestRoutes } from './audit/ingest-routes.ts';
import { joinDays } from './audit/join-days.ts';
import { maintainPartitions } from './audit/partitions.ts';
import { recordRoutes } from './audit/record-routes.ts';
import { databaseSearch } from './audit/search-entries.ts';
import { sealLogs } from './audit/seal-log.ts';
import type { Cell } from './database/cell.ts';
import type { Clock } from './database/clock.ts';
import { consoleRoutes } from './console/console-routes.ts';
import type { Database } from './database/database.ts';
import { OldServerError } from './database/old-server.ts';
import { openNotifications } from './database/notifications.ts';
import { startPolling, type Polling } from './database/poller.ts';
import { sweepMachines } from './delivery/alerts/sweep-machines.ts';
import { deliverDue } from './delivery/deliver.ts';
import { ownChannels } from './delivery/send-message.ts';
import { hookRoutes } from './delivery/webhook-routes.ts';
import { linkRoutes } from './delivery/link-routes.ts';
import { ownHookRoutes } from './delivery/own-hook-routes.ts';
import { healthRoutes } from './http/health-routes.ts';
import { agentRoutes } from './identity/agent-routes.ts';
import { authenticator, type Credentials } from './identity/authenticate.ts';
import { enrolmentRoutes } from './identity/enrolment/enrolment-routes.ts';
import { forgetExpired } from './identity/forget-expired.ts';
import { groupRoleRoutes } from './identity/groups/group-role-routes.ts';
import { checksNoPasskey } from './identity/passkeys/passkey-check.ts';
import { ownEnrolmentRoutes } from './identity/enrolment/own-enrolment-routes.ts';
import { peopleRoutes } from './identity/people-routes.ts';
import { projectRoutes } from './identity/project-routes.ts';
import { eraseRoutes } from './identity/retention/erase-routes.ts';
import { legalHoldRoutes } from './identity/retention/legal-hold-routes.ts';
import { pendingActRoutes } from './identity/second-person/pending-act-routes.ts';
import { sessionRoutes } from './identity/session-routes.ts';
import { signInRoutes } from './identity/sign-in-routes.ts';
import { tokenRoutes } from './identity/token-routes.ts';
import { machineRoutes } from './machines/machine-routes.ts';
import { guardedSend } from './outbound/send.ts';
import type { NamedPlugin, PluginContext } from './plugin.ts';
import { bundleCache, type BundleCache } from './policy/bundle-cache.ts';
import { baselineRoutes } from './policy/baseline-routes.ts';
import { bundleRoutes } from './policy/bundle-routes.ts';
import { channelOf } from './policy/policy-channel.ts';
import { policyRoutes } from './policy/policy-routes.ts';
import { renewChannels } from './policy/renew-channels.ts';
import { reviewRoutes } from './policy/review-routes.ts';
import { rolloutRoutes } from './policy/rollout-routes.ts';
import { authoriser, type Authorise } from './route/authorise.ts';
import type { Caller } from './route/caller.ts';
import type { Route } from './route/route.ts';
import { secondPersonActs } from './second-person-acts.ts';
import { directUrlOf, type Settings } from './settings.ts';

export interface Parts {
  readonly settings: Settings;
  readonly publicUrl: string;
  /** All cells as one. */
  readonly database: Database;
  readonly cells: readonly Cell[];
  readonly log: Logger;
  readonly version: string;
  readonly plugins: readonly NamedPlugin[];
  readonly stopping: AbortSignal;
  readonly clock: Clock;
  /** Told of work in the background that failed. */
  readonly onFailure: () => void;
}

export interface Assembled {
  readonly routes: readonly Route[];
  readonly bundles: BundleCache;
  readonly authenticate: (given: Credentials) => Promise<Caller>;
  readonly authorise: Authorise;
  /** Ends what goes on by itself. */
  readonly stop: () => Promise<void>;
}

/** How long something that nobody was told of may stay unseen. */
const lookEveryMs = 1000;
const tendEveryMs = 60 * 60_000;
const alertEveryMs = 60_000;
/** A database that takes newer servers only does so until it is restored from a backup. */
const restOfOldServerMs = 60_000;

/** Every route of the server with the parts that it needs, and the work that goes on without requests. */
export function assemble(parts: Parts): Assembled {
  const { settings, database, publicUrl, log, stopping, clock } = parts;
  const { secret } = settings;
  const { now } = clock;
  const send = guardedSend({ permitted: settings.webhookHosts });
  const onError = (error: unknown): void => {
    // Said once, by the database that refused.
    if (error instanceof OldServerError) return;
    parts.onFailure();
    log.warn({ err: error }, 'work in the background failed');
  };
  const restMs = (error: unknown): number | undefined =>
    error instanceof OldServerError ? restOfOldServerMs : undefined;
  const hints = openNotifications({ url: directUrlOf(settings), onError });
  const bundles = bundleCache(database);
  const works: Polling[] = [];
  const again = (hint: Parameters<typeof hints.on>[0] | undefined, work: () => Promise<void>): void => {
    const repeated = startPolling({ everyMs: lookEveryMs, work, onError, restMs });
    works.push(repeated);
    if (hint !== undefined) hints.on(hint, repeated.now);
  };
  again(undefined, clock.look);
  again('bundles', bundles.refresh);
  const { cells, plugins } = parts;
  const context: PluginContext = { settings, database, cells, log, publicUrl, hints, send, now, onError };
  const channels = [...ownChannels, ...plugins.flatMap((plugin) => plugin.channels?.(context) ?? [])];
  const holding = plugins.find((plugin) => plugin.holding !== undefined)?.holding;
  const search = plugins.reduce((inner, plugin) => plugin.search?.(inner) ?? inner, databaseSearch(database));
  const waiting = waitingAgents(database);
  again('approvals', waiting.look);
  const { mailFrom, smtpUrl } = settings;
  const mail = { mailFrom, ...(smtpUrl === undefined ? {} : { smtpUrl }) };
  const tend = (everyMs: number, work: () => Promise<void>): void => {
    works.push(startPolling({ everyMs, onError, restMs, work }));
  };
  // In each database by itself: one that is away holds up no other.
  for (const cell of cells) {
    const own = { database: cell.database, hints, secret };
    again(undefined, () => sealLogs(cell.database, secret));
    again(undefined, () => sweepApprovals(cell.database, hints));
    again(undefined, () => sweepTeamGrants(own));
    again(undefined, () => renewChannels(own));
    again(undefined, async () => {
      const restored = await tendRestored(own);
      if (restored > 0) log.warn({ organisations: restored }, 'the database was restored from a backup');
    });
    again('deliveries', () => deliverDue({ ...own, publicUrl, send, now, channels, holding, ...mail }));
    tend(tendEveryMs, async () => {
      await maintainPartitions(cell.database, settings);
      await joinDays(cell.database);
      await forgetExpired(cell.database);
      await forgetApprovals(cell.database, settings);
    });
    tend(alertEveryMs, () => sweepMachines({ ...settings, database: cell.database, hints, now }));
    for (const { everyMs, hint, work } of plugins.flatMap((plugin) => plugin.jobs?.(context, cell) ?? []))
      if (everyMs === undefined) again(hint, work);
      else tend(everyMs, work);
  }
  for (const plugin of plugins) plugin.start?.(context);
  const authenticate = authenticator({ database, publicUrl, now: clock.now });
  const checkPasskey =
    plugins.flatMap((plugin) => plugin.checkPasskey?.(context) ?? [])[0] ?? checksNoPasskey;
  const routes = [
    ...projectRoutes({ database }),
    ...peopleRoutes({ database, secret }),
    ...pendingActRoutes({ database, hints, secret, kinds: secondPersonActs(secret) }),
    ...groupRoleRoutes({ database, secret }),
    ...eraseRoutes({ database, secret }),
    ...legalHoldRoutes({ database, secret }),
    ...tokenRoutes({ database }),
    ...enrolmentRoutes({ database, channelOf: (on, to) => channelOf(on, to.project, { ...to, secret }) }),
    ...ownEnrolmentRoutes({ database }),
    ...agentRoutes({ database }),
    ...signInRoutes({ database, secret, publicUrl, send }),
    ...sessionRoutes({ database, publicUrl }),
    ...policyRoutes({ database }),
    ...reviewRoutes({ database, secret }),
    ...baselineRoutes({ database }),
    ...rolloutRoutes({ database, hints, secret }),
    ...bundleRoutes({ database, bundles, stopping }),
    ...agentApprovalRoutes({ database, hints, waiting, stopping }),
    // Before those with a name in their place.
    ...approvalStreamRoutes({ database, hints, stopping, authenticate }),
    ...approvalRoutes({ database, hints, checkPasskey }),
    ...approvalRuleRoutes({ database, hints, secret }),
    ...standingApprovalRoutes({ database, hints, secret }),
    ...teamGrantRoutes({ database, hints, secret, checkPasskey }),
    ...ingestRoutes({
      database,
      now,
      batchesTogether: settings.batchesTogether,
      take: plugins.find(({ take }) => take !== undefined)?.take,
    }),
    ...findingRoutes({ database }),
    ...recordRoutes({ database }),
    ...entryRoutes({ database, search, now }),
    ...machineRoutes({ database, clock, version: parts.version, silentHours: settings.silentHours }),
    ...hookRoutes({ database, hints, secret, permitted: settings.webhookHosts, channels }),
    ...ownHookRoutes({ database }),
    ...linkRoutes({ database, hints, publicUrl }),
    ...plugins.flatMap((plugin) => plugin.routes?.(context) ?? []),
    ...consoleRoutes({ database, search, hints, stopping, authenticate, now: clock.now }),
  ];
  return {
    routes: [...healthRoutes(parts, routes), ...routes],
    bundles,
    authenticate,
    authorise: authoriser(database),
    stop: async () => {
      await Promise.all(works.map((work) => work.stop()));
      await hints.stop();
    },
  };
}
