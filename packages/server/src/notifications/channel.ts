import type { Connection } from '../database/query.ts';
import type { Message } from './message.ts';
import type { ServerContext } from '../module.ts';

/** Where a hook leads, sealed at rest: the address of a webhook is often its only protection. */
export interface Target {
  readonly address: string;
  /** Signs what is sent, so that the other side knows who sent it. */
  readonly secret: string;
  /** Of a browser: the keys that only it can read with, and whether it shows more than how many requests wait. */
  readonly push?: { readonly p256dh: string; readonly auth: string; readonly showsCall: boolean };
}

/** A title and lines of text, and the way to the console. */
export interface ToldLines {
  readonly title: string;
  readonly lines: readonly string[];
  readonly page: string;
  /** As a webhook is told it. */
  readonly body: string;
}

/** What a target is told; each channel shows it in its own way. */
export type ToldNotice =
  | { readonly about: 'request'; readonly message: Message; readonly person: string | null }
  | ({ readonly about: 'machines' } & ToldLines)
  | ({ readonly about: 'held'; readonly projects: readonly string[] } & ToldLines);

/** A way to tell people outside of the server. */
export interface Channel {
  /** The kind of its targets. */
  readonly kind: string;
  /** Whether people add a target themselves; admins do when absent. */
  readonly isOwn?: true;
  /** Throws where the other side did not take it. */
  readonly tell: (told: ToldNotice, sending: Sending) => Promise<void>;
}

export interface Sending {
  readonly target: Target;
  /** The time of the database. */
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

/** Puts off what is due, and tells it later in one message. */
export interface Holding {
  /** Which deliveries were looked at: nothing else is sent now. */
  readonly hold: (on: Connection, at: Date) => Promise<readonly string[]>;
  /** What one delivery tells of all that was put off. Nothing where the target's person has not confirmed it, or is disabled. */
  readonly load: (
    on: Connection,
    held: { readonly carrier: string; readonly hook: string; readonly publicUrl: string },
  ) => Promise<HeldForTarget | undefined>;
}

export interface HeldForTarget {
  readonly target: { readonly kind: string; readonly sealedTarget: Buffer; readonly at: Date };
  /** The approval where it is all that there is: people are told as of any other. */
  readonly only?: string;
  /** Nothing where nothing of it is so any more. */
  readonly told?: ToldNotice;
}

/** The other side has ended it: it never comes back. */
export class TargetGone extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TargetGone';
  }
}

/** The other side says when to come again. */
export class RetryLater extends Error {
  readonly seconds: number;

  constructor(message: string, seconds: number) {
    super(message);
    this.name = 'RetryLater';
    this.seconds = seconds;
  }
}
