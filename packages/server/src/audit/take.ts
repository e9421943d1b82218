import type { AgentCaller } from '../route/caller.ts';
import type { SentBatch } from './read-batch.ts';

/** A parsed batch, and its raw bytes. */
export interface Offer {
  readonly batch: SentBatch;
  readonly bytes: Buffer;
  readonly encoding: string | undefined;
  readonly caller: AgentCaller;
  readonly acceptGap: boolean;
  /** The token from the reply to the last batch taken, if the agent does not know yet that it is stored. */
  readonly after: string | undefined;
}

export type Taking =
  /** Earlier entries are missing and not queued: send from there. */
  | { readonly expected: number }
  /** Nothing is queued: everything up to here is stored durably. */
  | { readonly seq: number; readonly stored: number }
  /**
   * Queued: `taken` more entries will be stored after those up to `seq`, or requested again. The agent keeps them
   * until they are stored.
   */
  | { readonly seq: number; readonly taken: number; readonly after: string };

/** Queues a batch without waiting until it is stored. */
export type Take = (offer: Offer) => Promise<Taking>;
