import type { Caller } from './caller.ts';

export interface RouteInput {
  readonly caller: Caller;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly bytes: Buffer;
  /** Of the client, as the trusted proxies say it. */
  readonly address: string;
  readonly header: (name: string) => string | undefined;
  /** The caller went away. */
  readonly signal: AbortSignal;
}
