import { definedFields } from '../call/defined-fields.ts';
import type { Order } from './orders.ts';

/**
 * What is known of a session when a call is decided: a value, which only grows but for what a person takes away.
 */
export interface Session {
  readonly labels: readonly SessionLabel[];
  /** What the person's own messages order, first to last. */
  readonly orders: readonly Order[];
  /** Sources that a person trusts for this session: they bring no label. */
  readonly endorsed?: readonly string[];
  /** Why the record of the session cannot be read. It then counts as having every label, and nothing as named. */
  readonly unreadable?: string;
}

/** What a session has read or done, and what brought it. */
export interface SessionLabel {
  readonly label: string;
  /** A host, a server, a program, a folder. */
  readonly source: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export const emptySession: Session = { labels: [], orders: [] };

export function hasLabel({ labels, unreadable }: Session, label: string): boolean {
  return unreadable !== undefined || labels.some((one) => one.label === label);
}

/** Whether any rule over the session could hold. */
export function isLabelled({ labels, unreadable }: Session): boolean {
  return unreadable !== undefined || labels.length > 0;
}

/** The session with labels more. Each label of a source counts once, and none of a source that a person trusts. */
export function withLabels(session: Session, brought: readonly SessionLabel[]): Session {
  const fresh = newLabels(session, brought);
  return fresh.length === 0 ? session : { ...session, labels: [...session.labels, ...fresh] };
}

/** Those that the session does not have yet. */
export function newLabels(
  { labels, endorsed = [] }: Session,
  brought: readonly SessionLabel[],
): readonly SessionLabel[] {
  const known = new Set(labels.map(keyOf));
  return brought.filter((one) => {
    const key = keyOf(one);
    if (known.has(key) || endorsed.includes(one.source)) return false;
    known.add(key);
    return true;
  });
}

function keyOf({ label, source }: SessionLabel): string {
  return `${label} ${source}`;
}

/** A person trusts a source: its labels are gone, and it brings no more of them. */
export function withEndorsed(session: Session, source: string): Session {
  const { labels, endorsed = [] } = session;
  return {
    ...session,
    labels: labels.filter((one) => one.source !== source),
    endorsed: [...endorsed.filter((one) => one !== source), source],
  };
}

/** What a session has that may be any of these: where a host does not say which, and for a child beside its parent. */
export function unionOf(sessions: readonly Session[]): Session {
  const unreadable = sessions.find((one) => one.unreadable !== undefined)?.unreadable;
  return {
    labels: sessions.reduce<Session>((all, { labels }) => withLabels(all, labels), emptySession).labels,
    // What was ordered in one of them was not ordered in another.
    orders: sessions.length === 1 ? (sessions[0]?.orders ?? []) : [],
    ...definedFields({ unreadable }),
  };
}
