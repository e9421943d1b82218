import type { Database } from './database.ts';

/** A database that holds organisations. */
export interface Cell {
  readonly name: string;
  /** PostgreSQL itself, not a pooler: moves hold locks on their connections. */
  readonly url: string;
  readonly database: Database;
}

/** The cell of DATABASE_URL, where new organisations are created. */
export const firstCell = 'main';
