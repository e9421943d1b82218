import { definedFields, messageOf } from '@permesso/engine/call';
import type { Approval, ApprovalEvent, Stepped } from '@permesso/protocol/approval';
import type { ApprovalStore, Awaitable } from '../approval/stores/approval-store.ts';
import { systemClock, type Clock } from '../approval/clock.ts';
import { inTime } from '../approval/in-time.ts';
import type { GrantStore } from '../approval/stores/grant-store.ts';
import { defaultMostPending, openWithin, TooManyRequests } from '../approval/stores/most-pending.ts';
import { isLater } from '../approval/stores/remembered.ts';
import type { LimitStore } from '../limits/limit-store.ts';
import type { Recorder } from '../log/entry/recorder.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import { storeTexts } from '../messages/denials.ts';
import type { Stores } from './stores.ts';

/**
 * Thrown instead of a store's own error. Its message may reach a model; the database error, with its URL and
 * password, is the `cause`, and goes to the gate's `failed` event.
 *
 * @example
 * ```ts
 * import { StoreFailure } from '@permesso/gate';
 * const statusOf = (error: unknown): number => (error instanceof StoreFailure ? 503 : 500);
 * ```
 */
export class StoreFailure extends Error {
  constructor(cause: unknown) {
    super(storeTexts.failed, { cause });
    this.name = 'StoreFailure';
  }
}

/** Reports to the operator an error that the model must not read. A store's error was reported where it happened. */
export function reportFailure({ emit }: Recorder, error: unknown): void {
  if (error instanceof StoreFailure) return;
  emit({ type: 'failed', at: Date.now(), error: messageOf(error) });
}

/** Wraps every store of a gate, so that no error of theirs escapes. The recorder handles the log. */
export function reportedStores(
  { approvals, grants, limits, sessions, ...rest }: Stores,
  recorder: Recorder,
  { clock = systemClock, ...how }: ApprovalReporting = {},
): Stores {
  return {
    ...rest,
    ...(approvals === undefined
      ? {}
      : { approvals: reportedApprovals(approvals, recorder, { clock, ...how }) }),
    ...(grants === undefined ? {} : { grants: reportedGrants(grants, recorder, clock) }),
    ...(limits === undefined ? {} : { limits: reportedLimits(limits, recorder, clock) }),
    ...(sessions === undefined ? {} : { sessions: reportedSessions(sessions, recorder, clock) }),
  };
}

export interface ApprovalReporting {
  readonly clock?: Clock | undefined;
  /** How many requests of one tenant may be pending. */
  readonly mostPending?: number | undefined;
}

/**
 * Also records each answer when it is given, since the requester may never come back for it, and enforces the cap on
 * requests.
 */
export function reportedApprovals(
  store: ApprovalStore,
  recorder: Recorder,
  { clock = systemClock, mostPending: most = defaultMostPending }: ApprovalReporting = {},
): ApprovalStore {
  const report = reporterOf({ recorder, clock }, 'approval requests could not be read or kept');
  let told: string | undefined;
  /** Once for each request that this process created. */
  const tell = (approval: Approval, now: number): Approval => {
    if (approval.state !== 'pending' || approval.askedAt !== now || approval.id === told) return approval;
    told = approval.id;
    recorder.emit({ type: 'asked', at: now, approval });
    return approval;
  };
  return {
    open: (request, how) => {
      const opened = report(() => openWithin(store, request, { ...how, most, clock }));
      return opened.then((found) => tell(found, how.now));
    },
    get: (id) => report(() => store.get(id)),
    find: (request) => report(() => store.find(request)),
    list: (wanted) => report(() => store.list(wanted)),
    change: (id, event) => {
      if (event.type !== 'answer') return report(() => store.change(id, event));
      const changed = report(() => store.change(id, { ...event, recorded: true }));
      return isLater(changed)
        ? changed.then((stepped) => recordAnswer(stepped, event, recorder))
        : recordAnswer(changed, event, recorder);
    },
  };
}

function recordAnswer(
  stepped: Stepped | undefined,
  { at, answer }: Extract<ApprovalEvent, { readonly type: 'answer' }>,
  { emit }: Recorder,
): Stepped | undefined {
  if (stepped?.accepted !== true) return stepped;
  const { id, request, askedAt } = stepped.approval;
  const { call, callKey } = request;
  const session = definedFields({ session: call.session });
  const waited = Math.max(0, at - askedAt);
  emit({ type: 'answered', at, call, answer, waited, approval: id, callKey, ...session });
  return stepped;
}

function reportedGrants(store: GrantStore, recorder: Recorder, clock: Clock): GrantStore {
  const report = reporterOf({ recorder, clock }, 'remembered answers could not be read or kept');
  const { use, denials, deny, watch } = store;
  return {
    list: (of) => report(() => store.list(of)),
    add: (grant) => report(() => store.add(grant)),
    revoke: (id) => report(() => store.revoke(id)),
    ...(use === undefined ? {} : { use: (id) => report(() => use.call(store, id)) }),
    ...(denials === undefined ? {} : { denials: (of) => report(() => denials.call(store, of)) }),
    ...(deny === undefined ? {} : { deny: (denial) => report(() => deny.call(store, denial)) }),
    ...(watch === undefined ? {} : { watch: (changed) => watched(() => watch.call(store, changed), report) }),
  };
}

/** A store that cannot be watched is still read before each decision. */
function watched(watch: () => () => void, report: ReturnType<typeof reporterOf>): () => void {
  try {
    const stop: unknown = report(watch);
    if (isLater(stop)) Promise.resolve(stop).catch(() => undefined);
    return typeof stop === 'function' ? () => void report(() => stop() as unknown) : () => undefined;
  } catch (error) {
    if (error instanceof StoreFailure) return () => undefined;
    throw error;
  }
}

function reportedLimits(store: LimitStore, recorder: Recorder, clock: Clock): LimitStore {
  const report = reporterOf({ recorder, clock }, 'a limit could not be counted, so it counts as used up');
  return {
    reserve: (claims) => report(() => store.reserve(claims)),
    used: (keys) => report(() => store.used(keys)),
  };
}

function reportedSessions(store: SessionStore, recorder: Recorder, clock: Clock): SessionStore {
  const report = reporterOf({ recorder, clock }, 'the labels of a session could not be read or kept');
  return {
    read: (key) => report(() => store.read(key)),
    add: (key, events) => report(() => store.add(key, events)),
  };
}

interface Reporting {
  readonly recorder: Recorder;
  readonly clock: Clock;
}

/** Synchronous if the store is. */
function reporterOf({ recorder: { emit }, clock }: Reporting, what: string): <T>(run: () => T) => T {
  const failed = (error: unknown): Error => {
    if (error instanceof TooManyRequests) return error;
    emit({ type: 'failed', at: Date.now(), error: `${what}: ${messageOf(error)}` });
    return new StoreFailure(error);
  };
  return <T>(run: () => T): T => {
    let result: T;
    try {
      result = run();
    } catch (error) {
      throw failed(error);
    }
    if (!isLater(result as Awaitable<unknown>)) return result;
    return inTime(Promise.resolve(result), clock).catch((error: unknown) => {
      throw failed(error);
    }) as T;
  };
}
