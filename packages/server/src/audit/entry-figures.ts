import type { Checkpoint } from '@permesso/protocol/proof';
import { queries, type Connection, type Row } from '../database/query.ts';
import { countedSpan } from './counted-span.ts';

const sql = queries(import.meta.dirname);

export interface EntryFigure {
  readonly type: string;
  readonly verdict: string | null;
  readonly count: number;
}

const figuresSince = sql<EntryFigure, { firstDay: string; fromHalf: number; wholeFrom: string }>(
  'entry-figures.sql',
);

/** Entries by kind received in the last days, to the half hour. */
export function entryFigures(
  on: Connection,
  { days, now }: { readonly days: number; readonly now: number },
): Promise<readonly EntryFigure[]> {
  const { firstDay, fromHalf, wholeFrom } = countedSpan({ from: now - days * 86_400_000, to: now, now });
  return figuresSince(on, { firstDay, fromHalf, wholeFrom });
}

export const entriesByHour = sql<Row>('entries-by-hour.sql');

/** The signed head of the organisation's log. */
export const newestCheckpoint = sql<Omit<Checkpoint, 'organisation'>>('log-size.sql');
/** Problems in the chains that agents sent. */
export const listFindings = sql<Row>('list-findings.sql');
