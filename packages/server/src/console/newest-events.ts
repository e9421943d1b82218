import { query } from '../database/query.ts';

export interface EventRow {
  readonly agent: string;
  readonly agentName: string | null;
  readonly seq: number;
  readonly receivedAt: Date;
  readonly line: string;
}

/** Of a day or less, the newest first. */
export const newestEvents = query<
  EventRow,
  [
    from: Date,
    to: Date,
    agent: string,
    seq: number,
    verdict: string | null,
    words: readonly string[],
    project: string | null,
    most: number,
  ]
>(import.meta.dirname, 'newest-events.sql');
