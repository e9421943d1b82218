import { isRecord, messageOf, type Owner } from '@permesso/engine/call';
import {
  emptySession,
  type Order,
  type Session,
  type SessionLabel,
  withLabels,
} from '@permesso/engine/session';
import type { Awaitable } from '../approval/stores/approval-store.ts';

/** Identifies a session. */
export interface SessionKey {
  /** The caller's name for it. If absent, all unnamed sessions in this directory are one. */
  readonly session?: string;
  readonly owner?: Owner;
  readonly directory: string;
}

/** Something for a session to remember. */
export type SessionEvent =
  | ({ readonly type: 'label' } & SessionLabel)
  /** What a person's message orders. */
  | { readonly type: 'order'; readonly order: Order; readonly at: number }
  /** A person trusts a source, or no longer does. */
  | { readonly type: 'trust' | 'distrust'; readonly source: string; readonly at: number };

/**
 * Remembers the labels of sessions, for rules with `after`. An added event counts for the next call that is decided,
 * in any process.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import type { SessionStore } from '@permesso/gate/stores';
 * const gateWith = (sessions: SessionStore) =>
 *   createGate({ policy: { ask: [{ rule: 'refund', after: 'untrusted' }] }, stores: { sessions } });
 * ```
 */
export interface SessionStore {
  /** A record that cannot be read says so and counts as every label. If this throws, the call is denied. */
  readonly read: (key: SessionKey) => Awaitable<Session>;
  /** Throws or rejects if the events cannot be stored: the call is then denied. */
  readonly add: (key: SessionKey, events: readonly SessionEvent[]) => Awaitable<void>;
}

/** Synchronous records: in memory or in files. */
export interface HeldSessions extends SessionStore {
  readonly read: (key: SessionKey) => Session;
  readonly add: (key: SessionKey, events: readonly SessionEvent[]) => void;
}

/** How long a record is kept after its last line, in milliseconds. */
export const sessionsKept: number = 90 * 24 * 3_600_000;

/** The session from the lines in a database. Unreadable lines count as every label. */
export async function readSession(lines: () => Promise<readonly unknown[]>): Promise<Session> {
  try {
    const events = (await lines()).map((line): SessionEvent => {
      const read: unknown = JSON.parse(String(line));
      if (!isSessionEvent(read)) throw new Error('its record has an unknown line');
      return read;
    });
    return sessionOf(events);
  } catch (error) {
    return { ...emptySession, unreadable: messageOf(error) };
  }
}

export function isSessionEvent(value: unknown): value is SessionEvent {
  if (!isRecord(value) || typeof value['at'] !== 'number') return false;
  const { type, source, label, order } = value;
  if (type === 'label') return typeof label === 'string' && typeof source === 'string';
  if (type === 'order')
    return (
      isRecord(order) &&
      ['acts', 'not', 'names', 'words', 'places'].every((name) => Array.isArray(order[name]))
    );
  return (type === 'trust' || type === 'distrust') && typeof source === 'string';
}

/** The state after these events. A source that is no longer trusted brings its label again. */
export function sessionOf(events: readonly SessionEvent[]): Session {
  const endorsed = new Set<string>();
  const labels: SessionLabel[] = [];
  const orders: Order[] = [];
  for (const event of events) {
    if (event.type === 'order') orders.push(event.order);
    else if (event.type === 'trust') endorsed.add(event.source);
    else if (event.type === 'label') labels.push({ label: event.label, source: event.source, at: event.at });
    else {
      endorsed.delete(event.source);
      labels.push({ label: 'untrusted', source: event.source, at: event.at });
    }
  }
  const all = { labels: [], orders, ...(endorsed.size === 0 ? {} : { endorsed: [...endorsed] }) };
  return withLabels(all, labels);
}

/** For one process. */
export function memorySessions(): HeldSessions {
  let kept: Map<string, SessionEvent[]> | undefined;
  return {
    read: (key) => sessionOf(kept?.get(nameOf(key)) ?? []),
    add: (key, events) => {
      if (events.length === 0) return;
      kept ??= new Map();
      const name = nameOf(key);
      const before = kept.get(name);
      if (before === undefined) kept.set(name, [...events]);
      else before.push(...events);
    },
  };
}

/** Equal for the same session of the same person. */
export function nameOf({ session, owner, directory }: SessionKey): string {
  const whose = [owner?.tenant ?? null, owner?.user ?? null];
  return JSON.stringify(session === undefined ? [...whose, null, directory] : [...whose, session]);
}
