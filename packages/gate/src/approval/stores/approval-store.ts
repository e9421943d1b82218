import { definedFields, type OwnerSpace } from '@permesso/engine/call';
import {
  type Approval,
  type ApprovalEvent,
  type ApprovalRequest,
  expiredBy,
  isUsable,
  newApproval,
  requestName,
  stepApproval,
  type Stepped,
} from '@permesso/protocol/approval';

/**
 * Where approval requests are kept. Changes are applied one at a time: of two answers, one is told it came too late.
 * Every method may return a promise, so a store may be a folder, a database or another machine;
 * `@permesso/gate/stores/*` has several.
 *
 * @example
 * ```ts
 * import type { Approval } from '@permesso/gate';
 * import type { ApprovalStore } from '@permesso/gate/stores';
 * const waitingIn = async (store: ApprovalStore): Promise<readonly Approval[]> =>
 *   (await store.list({ pending: true })).filter(({ state }) => state === 'pending');
 * ```
 */
export interface ApprovalStore {
  /**
   * Creates a request, or joins an identical one that is still pending, or finds the approval that was given while no
   * call was waiting to use it.
   */
  readonly open: (request: ApprovalRequest, how: Opening) => Awaitable<Approval>;
  readonly get: (id: string) => Awaitable<Approval | undefined>;
  /** The latest request for exactly this call, in its current state. */
  readonly find: (request: ApprovalRequest) => Awaitable<Approval | undefined>;
  /** Oldest first. The result may contain others too: callers check each. */
  readonly list: (wanted?: WantedApprovals) => Awaitable<readonly Approval[]>;
  readonly change: (id: string, event: ApprovalEvent) => Awaitable<Stepped | undefined>;
}

/** A value, or a promise of it. */
export type Awaitable<T> = T | Promise<T>;

/** A filter, so that a database need not send everything it holds. */
export interface WantedApprovals {
  /** Of this tenant and user; `nobody` for requests without an owner. */
  readonly owner?: OwnerSpace | 'nobody';
  /** Of everyone in this tenant. */
  readonly tenant?: string;
  /** Only those that await an answer. */
  readonly pending?: true;
}

/** A store that answers synchronously: in memory or on this disk. */
export interface SyncApprovalStore extends ApprovalStore {
  readonly open: (request: ApprovalRequest, how: Opening) => Approval;
  readonly get: (id: string) => Approval | undefined;
  readonly find: (request: ApprovalRequest) => Approval | undefined;
  readonly list: () => readonly Approval[];
  readonly change: (id: string, event: ApprovalEvent) => Stepped | undefined;
}

export interface Opening {
  readonly now: number;
  readonly expiresIn?: number;
  /** Milliseconds for which an approval may be used. Default: 15 minutes. */
  readonly useWithin?: number;
  /** Whether to return this settled request instead of creating it again. */
  readonly isEnough?: (settled: Approval) => boolean;
}

/** How many settled approvals a store keeps: the log has them all. Pending and usable ones are always kept. */
export interface StoreLimits {
  /** Settled approvals to keep, give or take the latest few requests. Default: 200. */
  readonly keep?: number;
  /** Milliseconds to keep them after they were settled. Default: one day. */
  readonly keepFor?: number;
}

/** What a store must implement; the rest is the same for all. */
export interface ApprovalShelf {
  /** How often the request with this name was created; 0 if never. */
  readonly turns: (name: string) => number;
  readonly read: (id: string) => Approval | undefined;
  readonly ids: () => readonly string[];
  /** False if another writer was faster: `before` is no longer the stored value. */
  readonly replace: (before: Approval | undefined, after: Approval) => boolean;
  readonly remove: (id: string) => void;
}

/** Order: `pending`, then each vote, `approved`, `consumed`; no approval has more changes than these. */
export function changeOf({ state, votes = [] }: Pick<Approval, 'state' | 'votes'>): number {
  if (state === 'pending') return votes.length;
  return state === 'consumed' ? lastChange : firstSettled;
}

/** More than can vote: ten for each rule that asks about one call. */
export const firstSettled = 100;

export const lastChange = 101;

/** Requests between two cleanups. */
export const opensBetween = 50;

export const aDay: number = 24 * 60 * 60_000;

/** Bounded: each lost round means that another writer succeeded. */
export const mostRaces = 1000;

export function approvalStore(shelf: ApprovalShelf, limits: StoreLimits = {}): SyncApprovalStore {
  const all = (): readonly Approval[] => shelf.ids().flatMap((id) => shelf.read(id) ?? []);
  const last = (name: string): Approval | undefined => {
    const turns = shelf.turns(name);
    return turns === 0 ? undefined : shelf.read(`${name}-${turns}`);
  };
  let opened = 0;

  /** A server that runs for months, or a folder on disk, must not grow with every request. */
  function dropSettled(now: number): void {
    if (opened++ % opensBetween !== 0) return;
    for (const { id } of droppable(all(), limits, now)) shelf.remove(id);
  }

  function change(id: string, event: ApprovalEvent): Stepped | undefined {
    for (let race = 0; race < mostRaces; race++) {
      const before = shelf.read(id);
      if (before === undefined) return undefined;
      const stepped = stepApproval(before, event);
      if (!stepped.accepted || shelf.replace(before, stepped.approval)) return stepped;
    }
    throw new Error(`${id} changed too often`);
  }

  function open(request: ApprovalRequest, at: Opening): Approval {
    dropSettled(at.now);
    const name = requestName(request);
    for (let race = 0; race < mostRaces; race++) {
      const turns = shelf.turns(name);
      const found = stillAsked(last(name), at);
      if (found !== undefined) return found;
      const asked = askedAgain(request, turns, at);
      if (shelf.replace(undefined, asked)) return asked;
    }
    throw new Error('the request could not be made');
  }

  return {
    open,
    get: shelf.read,
    find: (request) => last(requestName(request)),
    list: () => all().toSorted((a, b) => a.askedAt - b.askedAt || (a.id < b.id ? -1 : 1)),
    change,
  };
}

/** The last turn of a request, if it need not be created again. */
export function stillAsked(last: Approval | undefined, { now, isEnough }: Opening): Approval | undefined {
  const found = last === undefined ? undefined : expiredBy(last, now);
  if (found === undefined || found.state === 'pending') return found;
  return isUsable(found, now) || isEnough?.(found) === true ? found : undefined;
}

/** The next turn of a request. */
export function askedAgain(
  request: ApprovalRequest,
  turns: number,
  { now, expiresIn, useWithin }: Opening,
): Approval {
  return newApproval(request, { turn: turns + 1, at: now, ...definedFields({ expiresIn, useWithin }) });
}

/** Approvals that no call waits for or can use, beyond the number to keep. */
export function droppable(
  approvals: readonly Approval[],
  { keep = 200, keepFor = aDay }: StoreLimits,
  now: number,
): readonly Approval[] {
  return approvals
    .map((approval) => expiredBy(approval, now))
    .filter((approval) => approval.state !== 'pending' && !isUsable(approval, now))
    .toSorted((a, b) => (b.settledAt ?? 0) - (a.settledAt ?? 0))
    .filter(({ settledAt = 0 }, place) => place >= keep || now - settledAt > keepFor);
}

/**
 * Approvals in this process's memory.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import { memoryApprovals } from '@permesso/gate/stores';
 * const approvals = memoryApprovals();
 * const gate = createGate({ policy: {}, stores: { approvals } });
 * console.log(approvals.list().length);
 * ```
 */
export function memoryApprovals(
  initial: readonly Approval[] = [],
  limits: StoreLimits = {},
): SyncApprovalStore {
  const kept = new Map(initial.map((approval) => [approval.id, approval]));
  /** The last turn of each request, while any of its turns is kept. */
  const turns = new Map<string, number>();
  const count = (id: string): void => {
    const [name, turn] = splitId(id);
    turns.set(name, Math.max(turn, turns.get(name) ?? 0));
  };
  for (const { id } of initial) count(id);
  return approvalStore(
    {
      turns: (name) => turns.get(name) ?? 0,
      read: (id) => kept.get(id),
      ids: () => [...kept.keys()],
      replace: (before, after) => {
        if (kept.get(after.id) !== before) return false;
        kept.set(after.id, after);
        count(after.id);
        return true;
      },
      remove: (id) => {
        kept.delete(id);
        const [name, turn] = splitId(id);
        if (turns.get(name) === turn) turns.delete(name);
      },
    },
    limits,
  );
}

/** An id is the request's name and its turn. */
export function splitId(id: string): readonly [name: string, turn: number] {
  const dash = id.lastIndexOf('-');
  return [id.slice(0, dash), Number(id.slice(dash + 1))];
}
