import type { JsonObject, Message } from '../protocol/message.ts';

/** The connection to a server: a process, a URL, or a transport from an app. */
export interface Wire {
  readonly send: (message: Outgoing) => void;
  readonly close: () => void;
}

export interface Outgoing {
  readonly text: string;
  readonly value: JsonObject;
  /** The id under which its answer will come; absent for notifications and answers. */
  readonly id?: number;
  /** The argument schema of the called tool. */
  readonly schema?: JsonObject;
  /** The options that the app's own transport received with the message. */
  readonly options?: unknown;
}

export interface WireEvents {
  /** `related`: the request with whose answer it came. */
  readonly message: (message: Message, related?: number) => void;
  /** This request will get no answer. */
  readonly failed: (id: number, why: string) => void;
  /** Nothing will get one. */
  readonly ended: (why: string) => void;
}

export type OpenWire = (events: WireEvents) => Wire;
