import type { Logger } from 'pino';
import type { Cell } from './database/cell.ts';
import type { Notification, Notifications } from './database/notifications.ts';
import type { OperatorCommand, ServerPlace } from './operator-command.ts';
import type { Send } from './outbound/send.ts';
import type { Route } from './route/route.ts';
import type { SecondPersonAct } from './route/second-person-act.ts';
import type { SealKeys, SettingsPart } from './settings.ts';

/** Available before the server listens. */
export interface ServerStart extends ServerPlace {
  readonly log: Logger;
}

/** Available to routes and jobs. */
export interface ServerContext extends ServerStart {
  /** Seals secrets at rest. */
  readonly secret: SealKeys;
  readonly publicUrl: string;
  readonly version: string;
  readonly hints: Notifications;
  readonly send: Send;
  /** The database's time. */
  readonly now: () => number;
  /** Aborted when the server is stopping. */
  readonly stopping: AbortSignal;
  /** Called when background work fails. */
  readonly onError: (error: unknown) => void;
}

/** Repeated background work. */
export interface Job {
  /** One second when absent. */
  readonly everyMs?: number;
  /** A notification that triggers an early run. */
  readonly hint?: Notification;
  readonly work: () => Promise<unknown>;
}

/** What modules and plug-ins declare before anything is opened; `declared.ts` joins it. */
export interface Declarations {
  readonly name: string;
  readonly settings?: SettingsPart;
  readonly commands?: readonly OperatorCommand[];
}

/** One folder of the server, which other folders import only through its `index.ts`. */
export interface Module<Needs = unknown> extends Declarations {
  /** Acts that one person requests and a second one, or the operator, confirms. */
  readonly secondPersonActs?: (secret: SealKeys) => readonly SecondPersonAct[];
  readonly open: (context: ServerContext, needs: Needs) => OpenModule;
}

export interface OpenModule {
  readonly routes: readonly Route[];
  /** Run once per server. */
  readonly jobs?: readonly Job[];
  /** Run per database: one that is down does not delay the others. */
  readonly jobsIn?: (cell: Cell) => readonly Job[];
}
