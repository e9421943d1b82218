import type { Checkpoint } from '@permesso/protocol/proof/evidence';
import { query } from '../database/query.ts';

const folder = import.meta.dirname;

/** How many entries of which kind were received in the last days. */
export const entryFigures = query<
  { readonly type: string; readonly verdict: string | null; readonly count: number },
  { readonly days: number }
>(folder, 'entry-figures.sql');
export const entriesByHour = query<Readonly<Record<string, unknown>>>(folder, 'entries-by-hour.sql');

/** The signed head of the organisation's log. */
export const newestCheckpoint = query<Omit<Checkpoint, 'organisation'>>(folder, 'log-size.sql');
/** What is wrong with chains that agents sent. */
export const listFindings = query<Readonly<Record<string, unknown>>>(folder, 'list-findings.sql');
