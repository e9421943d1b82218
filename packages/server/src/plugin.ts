import type { Registry } from 'prom-client';
import type { EntrySearch, Take } from './audit/index.ts';
import type { Cell } from './database/cell.ts';
import type { Database } from './database/database.ts';
import type { CheckPasskey } from './identity/index.ts';
import type { Refusals } from './http/app.ts';
import type { Channel, Holding } from './notifications/index.ts';
import type { Declarations, Job, ServerContext, ServerStart } from './module.ts';
import type { Route } from './route/route.ts';

/** An optional part of the server: its own folder in `plugins`, which nothing else imports. */
export interface Plugin extends Declarations {
  /** Joins the databases of several cells. */
  readonly joinCells?: (cells: readonly [Cell, ...Cell[]]) => Database;
  /** Opens the parts that the settings enable. */
  readonly open: (start: ServerStart) => OpenPlugin | Promise<OpenPlugin>;
}

export interface OpenPlugin {
  readonly routes?: (context: ServerContext) => readonly Route[];
  /** Run per database: one that is down does not delay the others. */
  readonly jobs?: (context: ServerContext, cell: Cell) => readonly Job[];
  /** Ways to notify people outside of the server. */
  readonly channels?: (context: ServerContext) => readonly Channel[];
  /** Defers notifications. */
  readonly holding?: Holding;
  readonly checkPasskey?: (context: ServerContext) => CheckPasskey;
  /** The error format of its routes, if they follow a standard. */
  readonly refusals?: Refusals;
  /** Extends the search to entries outside of the database. */
  readonly search?: (inDatabase: EntrySearch) => EntrySearch;
  /** Takes batches before they are stored. */
  readonly take?: Take;
  /** Registers gauges; the returned function refreshes them before each scrape. */
  readonly gauges?: (registry: Registry) => () => void;
  /** Its state for the readiness check; undefined if it is disabled. */
  readonly readiness?: () => string | undefined;
  /** Starts background work, after the secret was checked. */
  readonly start?: (context: ServerContext) => void;
  readonly close?: () => Promise<void> | void;
}

export interface NamedPlugin extends OpenPlugin {
  readonly name: string;
}
