import type { Logger } from 'pino';
import type { Cell } from './database/cell.ts';
import type { Notification, Notifications } from './database/notifications.ts';
import type { OperatorCommand, ServerPlace } from './operator-command.ts';
import type { Send } from './outbound/send.ts';
import type { Route } from './route/route.ts';
import type { SecondPersonAct } from './route/second-person-act.ts';
import type { SealKeys, SettingsPart } from './settings.ts';

/** What there is before the server listens. */
export interface ServerStart extends ServerPlace {
  readonly log: Logger;
}

/** What routes and jobs may use. */
export interface ServerContext extends ServerStart {
  /** Seals what must be kept secret at rest. */
  readonly secret: SealKeys;
  readonly publicUrl: string;
  /** Of this server. */
  readonly version: string;
  readonly hints: Notifications;
  readonly send: Send;
  /** The time of the database. */
  readonly now: () => number;
  /** Aborted when the server is about to stop. */
  readonly stopping: AbortSignal;
  /** Told of work in the background that failed. */
  readonly onError: (error: unknown) => void;
}

/** Work that is repeated without a request. */
export interface Job {
  /** A second when absent. */
  readonly everyMs?: number;
  /** A reason to look sooner. */
  readonly hint?: Notification;
  readonly work: () => Promise<unknown>;
}

/** What modules and plug-ins declare before anything is opened; `declared.ts` joins it. */
export interface Declarations {
  readonly name: string;
  readonly settings?: SettingsPart;
  readonly commands?: readonly OperatorCommand[];
}

/** One folder of the server, which other folders import by its `index.ts` alone. */
export interface Module<Needs = unknown> extends Declarations {
  /** What one person asks for and a second one, or the operator, confirms. */
  readonly secondPersonActs?: (secret: SealKeys) => readonly SecondPersonAct[];
  readonly open: (context: ServerContext, needs: Needs) => OpenModule;
}

export interface OpenModule {
  readonly routes: readonly Route[];
  /** Once in each server. */
  readonly jobs?: readonly Job[];
  /** In each database separately: one that is away holds up no other. */
  readonly jobsIn?: (cell: Cell) => readonly Job[];
}
