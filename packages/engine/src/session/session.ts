import { definedFields } from '../call/defined-fields.ts';
import type { Order } from './orders.ts';

/** What is known about a session when a call is decided: a value that only grows, except for what a person removes. */
export interface Session {
  readonly labels: readonly SessionLabel[];
  /** The orders in the person's own messages, first to last. */
  readonly orders: readonly Order[];
  /** Sources that a person trusts for this session: they bring no label. */
  readonly endorsed?: readonly string[];
  /** Why the session record cannot be read. The session then counts as having every label and naming nothing. */
  readonly unreadable?: string;
}

/** What a session has read or done, and the cause. */
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

/** Whether any rule over the session could apply. */
export function isLabelled({ labels, unreadable }: Session): boolean {
  return unreadable !== undefined || labels.length > 0;
}

/** Adds labels to the session. Each label of a source counts once; trusted sources add none. */
export function withLabels(session: Session, brought: readonly SessionLabel[]): Session {
  const fresh = newLabels(session, brought);
  return fresh.length === 0 ? session : { ...session, labels: [...session.labels, ...fresh] };
}

/** The labels that the session does not have yet. */
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

/** Marks a source as trusted by a person: its labels are removed, and it adds no more. */
export function withEndorsed(session: Session, source: string): Session {
  const { labels, endorsed = [] } = session;
  return {
    ...session,
    labels: labels.filter((one) => one.source !== source),
    endorsed: [...endorsed.filter((one) => one !== source), source],
  };
}

/** The union of sessions: for hosts that do not say which session a call belongs to, and for a child with its parent. */
export function unionOf(sessions: readonly Session[]): Session {
  const unreadable = sessions.find((one) => one.unreadable !== undefined)?.unreadable;
  return {
    labels: sessions.reduce<Session>((all, { labels }) => withLabels(all, labels), emptySession).labels,
    // An order in one of them was not given in another.
    orders: sessions.length === 1 ? (sessions[0]?.orders ?? []) : [],
    ...definedFields({ unreadable }),
  };
}
