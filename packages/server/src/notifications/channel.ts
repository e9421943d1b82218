import type { Connection } from '../database/query.ts';
import type { Message } from './message.ts';
import type { ServerContext } from '../module.ts';

/** A hook's target, sealed at rest: a webhook's URL is often its only protection. */
export interface Target {
  readonly address: string;
  /** Signs messages, so that the receiver can verify the sender. */
  readonly secret: string;
  /** For a browser: its encryption keys, and whether it shows more than the number of pending requests. */
  readonly push?: { readonly p256dh: string; readonly auth: string; readonly showsCall: boolean };
}

/** A title and lines of text, with a link to the console. */
export interface ToldLines {
  readonly title: string;
  readonly lines: readonly string[];
  readonly page: string;
  /** The body for a webhook. */
  readonly body: string;
}

/** A notice for a target; each channel formats it differently. */
export type ToldNotice =
  | { readonly about: 'request'; readonly message: Message; readonly person: string | null }
  | ({ readonly about: 'machines' } & ToldLines)
  | ({ readonly about: 'held'; readonly projects: readonly string[] } & ToldLines);

/** A way to notify people outside of the server. */
export interface Channel {
  /** The kind of its targets. */
  readonly kind: string;
  /** Whether people add their own targets; absent: admins do. */
  readonly isOwn?: true;
  /** Throws if the receiver did not accept it. */
  readonly tell: (told: ToldNotice, sending: Sending) => Promise<void>;
}

export interface Sending {
  readonly target: Target;
  /** The database's time. */
  readonly at: Date;
  readonly organisation: string;
  readonly options: DeliverOptions;
}

export interface DeliverOptions extends Pick<
  ServerContext,
  'database' | 'secret' | 'publicUrl' | 'send' | 'now'
> {
  readonly smtpUrl?: string;
  readonly mailFrom: string;
  readonly channels: readonly Channel[];
  readonly holding?: Holding | undefined;
}

/** Defers due deliveries, to send them later as one message. */
export interface Holding {
  /** The deliveries that were examined: only these are sent now. */
  readonly hold: (on: Connection, at: Date) => Promise<readonly string[]>;
  /**
   * The content of one delivery with everything that was deferred. Undefined if the target's person has not confirmed
   * it, or is disabled.
   */
  readonly load: (
    on: Connection,
    held: { readonly carrier: string; readonly hook: string; readonly publicUrl: string },
  ) => Promise<HeldForTarget | undefined>;
}

export interface HeldForTarget {
  readonly target: { readonly kind: string; readonly sealedTarget: Buffer; readonly at: Date };
  /** The approval, if it is the only item: it is then sent like any other. */
  readonly only?: string;
  /** Undefined if none of it applies any more. */
  readonly told?: ToldNotice;
}

/** The receiver has ended the target permanently. */
export class TargetGone extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TargetGone';
  }
}

/** The receiver says when to retry. */
export class RetryLater extends Error {
  readonly seconds: number;

  constructor(message: string, seconds: number) {
    super(message);
    this.name = 'RetryLater';
    this.seconds = seconds;
  }
}
