import type { Registry } from 'prom-client';
import type { EntrySearch, Take } from './audit/index.ts';
import type { Cell } from './database/cell.ts';
import type { Database } from './database/database.ts';
import type { CheckPasskey } from './identity/index.ts';
import type { Refusals } from './http/app.ts';
import type { Channel, Holding } from './notifications/index.ts';
import type { Declarations, Job, ServerContext, ServerStart } from './module.ts';
import type { Route } from './route/route.ts';

/** An option of the server: a folder of its own in `plugins`, which nothing else imports. */
export interface Plugin extends Declarations {
  /** Makes the databases of several cells one. */
  readonly joinCells?: (cells: readonly [Cell, ...Cell[]]) => Database;
  /** Offers what the settings switch on. */
  readonly open: (start: ServerStart) => OpenPlugin | Promise<OpenPlugin>;
}

export interface OpenPlugin {
  readonly routes?: (context: ServerContext) => readonly Route[];
  /** In each database on its own: one that is away holds up no other. */
  readonly jobs?: (context: ServerContext, cell: Cell) => readonly Job[];
  /** Ways to tell people outside of the server. */
  readonly channels?: (context: ServerContext) => readonly Channel[];
  /** Puts off what people would be told. */
  readonly holding?: Holding;
  readonly checkPasskey?: (context: ServerContext) => CheckPasskey;
  /** How its routes say what went wrong, where they follow a standard. */
  readonly refusals?: Refusals;
  /** Finds entries in more places than the database. */
  readonly search?: (inDatabase: EntrySearch) => EntrySearch;
  /** Takes batches before they are stored. */
  readonly take?: Take;
  /** Registers figures; what it gives is called before each time they are read. */
  readonly gauges?: (registry: Registry) => () => void;
  /** For people who look whether the server is ready: how it is, or nothing where it is switched off. */
  readonly readiness?: () => string | undefined;
  /** Starts background work, after the secret was checked. */
  readonly start?: (context: ServerContext) => void;
  readonly close?: () => Promise<void> | void;
}

export interface NamedPlugin extends OpenPlugin {
  readonly name: string;
}
