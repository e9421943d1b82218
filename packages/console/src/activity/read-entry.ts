import { shapeProblem, type ListedEntry } from '@permesso/protocol/console';
import { type LogEntry, logEntryShapes } from '@permesso/protocol/entry';

const shapes = Object.values(logEntryShapes);

/**
 * The entry, if its format is known; nothing else is rendered as one: agents write entries, and one may hold
 * anything.
 */
export function readEntry({ entry, receivedAt }: ListedEntry): LogEntry | undefined {
  if (!shapes.some((shape) => shapeProblem(shape, entry) === undefined)) return undefined;
  const known = entry as LogEntry;
  // An invalid time: the server's own clock counts.
  const at = Number.isNaN(Date.parse(known.at)) ? (receivedAt ?? known.at) : known.at;
  if (known.type !== 'decision') return { ...known, at };
  const parts = known.receipt.parts.map(({ span, ...rest }) =>
    span?.length === 2 && span[0] >= 0 ? { ...rest, span } : rest,
  );
  return { ...known, at, receipt: { ...known.receipt, parts } };
}

/** The entry's id in URLs: its number; with a team server prefixed by its agent. */
export function entryId({ agent, seq }: Pick<ListedEntry, 'agent' | 'seq'>): string {
  return agent === undefined ? String(seq) : `${agent}.${seq}`;
}

/** By the server's clock if there is one: agents' clocks may be wrong. */
export function timeOf({ receivedAt, entry }: ListedEntry): number {
  return Date.parse(receivedAt ?? String((entry as { readonly at?: unknown } | null)?.at));
}
