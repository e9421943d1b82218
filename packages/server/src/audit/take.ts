import type { AgentCaller } from '../route/caller.ts';
import type { SentBatch } from './read-batch.ts';

/** A batch that was read, and the bytes that it was read from. */
export interface Offer {
  readonly batch: SentBatch;
  readonly bytes: Buffer;
  readonly encoding: string | undefined;
  readonly caller: AgentCaller;
  readonly acceptGap: boolean;
  /** What the agent was told about the last batch that was taken and that it does not know to be stored. */
  readonly after: string | undefined;
}

export type Taking =
  /** What is missing was not stored and is not on its way: send from there. */
  | { readonly expected: number }
  /** Nothing is on its way: everything up to here is stored and will stay so. */
  | { readonly seq: number; readonly stored: number }
  /**
   * On its way: `taken` more entries will be stored after those up to `seq`, or asked for again. The agent keeps them until they
   * are stored.
   */
  | { readonly seq: number; readonly taken: number; readonly after: string };

/** Takes a batch without waiting until it is stored. */
export type Take = (offer: Offer) => Promise<Taking>;
