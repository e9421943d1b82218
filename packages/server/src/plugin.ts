import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { EntrySearch } from './audit/search-entries.ts';
import type { Take } from './audit/take.ts';
import type { Cell } from './database/cell.ts';
import type { Database } from './database/database.ts';
import type { Notification, Notifications } from './database/notifications.ts';
import type { CheckPasskey } from './identity/passkeys/passkey-check.ts';
import type { Refusals } from './http/app.ts';
import type { Channel, Holding } from './delivery/channel.ts';
import type { Send } from './outbound/send.ts';
import type { Route } from './route/route.ts';
import type { Settings } from './settings.ts';

/** What there is before the server listens. */
export interface PluginStart {
  readonly settings: Settings;
  /** All cells as one. */
  readonly database: Database;
  readonly cells: readonly Cell[];
  readonly log: Logger;
}

/** What routes and jobs may use. */
export interface PluginContext extends PluginStart {
  readonly publicUrl: string;
  readonly hints: Notifications;
  readonly send: Send;
  /** The time of the database. */
  readonly now: () => number;
  /** Told of work in the background that failed. */
  readonly onError: (error: unknown) => void;
}

/** Work that is repeated without a request. */
export interface PluginJob {
  /** A second when absent. */
  readonly everyMs?: number;
  /** A reason to look sooner. */
  readonly hint?: Notification;
  readonly work: () => Promise<void>;
}

/** What the operator does with `permesso serve NAME ...`. */
export interface PluginCommand {
  readonly name: string;
  /** Throws an `OperatorError` where the operands are wrong, before anything is opened. */
  readonly read: (
    operands: readonly string[],
    env: Readonly<Record<string, string | undefined>>,
  ) => (
    at: Pick<PluginStart, 'settings' | 'database' | 'cells'>,
  ) => Promise<Readonly<Record<string, string>>>;
}

/** An option of the server: a folder of its own in `plugins`, which nothing else imports. */
export interface Plugin {
  readonly name: string;
  readonly commands?: readonly PluginCommand[];
  /** Makes the databases of several cells one. */
  readonly joinCells?: (cells: readonly [Cell, ...Cell[]]) => Database;
  /** Offers what the settings switch on. */
  readonly open: (start: PluginStart) => OpenPlugin | Promise<OpenPlugin>;
}

export interface OpenPlugin {
  readonly routes?: (context: PluginContext) => readonly Route[];
  /** In each database by itself: one that is away holds up no other. */
  readonly jobs?: (context: PluginContext, cell: Cell) => readonly PluginJob[];
  /** Ways to tell people outside of the server. */
  readonly channels?: (context: PluginContext) => readonly Channel[];
  /** Puts off what people would be told. */
  readonly holding?: Holding;
  readonly checkPasskey?: (context: PluginContext) => CheckPasskey;
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
  /** Begins what goes on by itself, after the secret was checked. */
  readonly start?: (context: PluginContext) => void;
  readonly close?: () => Promise<void> | void;
}

export interface NamedPlugin extends OpenPlugin {
  readonly name: string;
}
