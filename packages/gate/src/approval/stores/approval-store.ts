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
 * Where approvals wait. One change at a time: of two answers, one is told it came too late. Every method may be awaited, so
 * a store may be a folder, a database or another machine; `@permesso/gate/stores/*` has some.
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
   * Asks the question, or joins the same question if it still waits, or finds the approval that was given while nobody
   * was there to use it.
   */
  readonly open: (request: ApprovalRequest, how: Opening) => Awaitable<Approval>;
  readonly get: (id: string) => Awaitable<Approval | undefined>;
  /** The latest request for exactly this call, in its current state. */
  readonly find: (request: ApprovalRequest) => Awaitable<Approval | undefined>;
  /** Oldest first. What is not wanted may be among them: who asks looks at each. */
  readonly list: (wanted?: WantedApprovals) => Awaitable<readonly Approval[]>;
  readonly change: (id: string, event: ApprovalEvent) => Awaitable<Stepped | undefined>;
}

/** A value now, or later. */
export type Awaitable<T> = T | Promise<T>;

/** So that a database need not send all that it holds. */
export interface WantedApprovals {
  /** Of this tenant and user; `nobody` for those without an owner. */
  readonly owner?: OwnerSpace | 'nobody';
  /** Of everybody in this tenant. */
  readonly tenant?: string;
  /** Only what awaits an answer. */
  readonly pending?: true;
}

/** A store that answers at once: in memory or on this disk. */
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
  /** Milliseconds for which an approval may be used. A quarter of an hour when absent. */
  readonly useWithin?: number;
  /** Whether a question that was settled is given back instead of being put again. */
  readonly isEnough?: (settled: Approval) => boolean;
}

/**
 * How much a store keeps of what is settled: the log remembers it. What is pending, or may still be used, is always kept.
 */
export interface StoreLimits {
  /** So many settled approvals, give or take those of the last few questions. 200 when absent. */
  readonly keep?: number;
  /** Milliseconds since they were settled. A day when absent. */
  readonly keepFor?: number;
}

/** What a store must be able to do on its own; the rest is the same for all. */
export interface ApprovalShelf {
  /** How often the question of this name was asked: 0 when never. */
  readonly turns: (name: string) => number;
  readonly read: (id: string) => Approval | undefined;
  readonly ids: () => readonly string[];
  /** False when somebody else was faster: `before` is no longer what is there. */
  readonly replace: (before: Approval | undefined, after: Approval) => boolean;
  readonly remove: (id: string) => void;
}

/** `consumed` comes after `approved` comes after each vote comes after `pending`; no approval has more changes than these. */
export function changeOf({ state, votes = [] }: Pick<Approval, 'state' | 'votes'>): number {
  if (state === 'pending') return votes.length;
  return state === 'consumed' ? lastChange : firstSettled;
}

/** More than can vote: ten by each rule that asks about one call. */
export const firstSettled = 100;

export const lastChange = 101;

/** Questions between two looks at what can be dropped. */
export const opensBetween = 50;

export const aDay: number = 24 * 60 * 60_000;

/** Bounded: each round lost means that somebody else went on. */
export const mostRaces = 1000;

export function approvalStore(shelf: ApprovalShelf, limits: StoreLimits = {}): SyncApprovalStore {
  const all = (): readonly Approval[] => shelf.ids().flatMap((id) => shelf.read(id) ?? []);
  const last = (name: string): Approval | undefined => {
    const turns = shelf.turns(name);
    return turns === 0 ? undefined : shelf.read(`${name}-${turns}`);
  };
  let opened = 0;

  /** A server that lives for months, or a folder on disk, must not grow with every question. */
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

/** The last asking of a question, where it need not be put again. */
export function stillAsked(last: Approval | undefined, { now, isEnough }: Opening): Approval | undefined {
  const found = last === undefined ? undefined : expiredBy(last, now);
  if (found === undefined || found.state === 'pending') return found;
  return isUsable(found, now) || isEnough?.(found) === true ? found : undefined;
}

/** The question, asked once more than so many times. */
export function askedAgain(
  request: ApprovalRequest,
  turns: number,
  { now, expiresIn, useWithin }: Opening,
): Approval {
  return newApproval(request, { turn: turns + 1, at: now, ...definedFields({ expiresIn, useWithin }) });
}

/** Those that nobody waits for and nobody can use, beyond what is to be kept. */
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
 * Approvals in the memory of this process.
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
  /** The last turn of each question, while any of its turns is kept. */
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

/** An id is the name of the question and how often it was asked. */
export function splitId(id: string): readonly [name: string, turn: number] {
  const dash = id.lastIndexOf('-');
  return [id.slice(0, dash), Number(id.slice(dash + 1))];
}
