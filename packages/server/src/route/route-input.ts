import type { Caller } from './caller.ts';

export interface RouteInput {
  readonly caller: Caller;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly bytes: Buffer;
  /** The client's address, as reported by trusted proxies. */
  readonly address: string;
  readonly header: (name: string) => string | undefined;
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal;
}
