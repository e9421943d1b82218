import type { JsonObject, Message } from '../protocol/message.ts';

/** The way to a server: a process, an address, or a transport that an app brought. */
export interface Wire {
  readonly send: (message: Outgoing) => void;
  readonly close: () => void;
}

export interface Outgoing {
  readonly text: string;
  readonly value: JsonObject;
  /** Under which its answer will come; absent for notifications and answers. */
  readonly id?: number;
  /** What the tool that is called says of its arguments. */
  readonly schema?: JsonObject;
  /** What an app's own transport was handed along with the message. */
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
