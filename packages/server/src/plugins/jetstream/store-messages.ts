import { setTimeout as wait } from 'node:timers/promises';
import { isUndone } from '../../database/batcher.ts';
import type { Database } from '../../database/database.ts';
import { ElsewhereError } from '../../database/elsewhere.ts';
import { withRoom, beginChains, headPauses, storeBatches, type Arrival } from '../../audit/index.ts';
import { move, type Holding } from './positions.ts';
import type { StreamMessage } from './read-message.ts';

export interface StoreMessagesOptions {
  /** Of the cell that the stream belongs to. */
  readonly database: Database;
  readonly holding: Holding;
  readonly now: () => number;
  /** Told of batches that are not stored: their agents are asked for them again. */
  readonly onDropped: (why: unknown) => void;
}

/** Its agent's head is not there yet, or another server stores a batch of it just now. */
class HeadBusy extends Error {}

/** Messages of one organisation, which follow each other in the stream, and how far the shard is before them. */
export interface Run {
  readonly from: number;
  readonly messages: readonly [StreamMessage, ...StreamMessage[]];
}

/**
 * Stores messages and moves the position over them, in one transaction. What cannot be stored is left to its agent, so that one bad batch
 * holds up nobody else. How far the shard is afterwards.
 */
export async function storeRun({ from, messages }: Run, options: StoreMessagesOptions): Promise<number> {
  const [{ organisation, isEmpty }] = messages;
  const to = Math.max(from, messages.at(-1)?.seq ?? from);
  if (isEmpty === true && to === from) return from;
  const step = { ...options.holding, from, to };
  const skip = async (why: unknown): Promise<number> => {
    if (isEmpty !== true) options.onDropped(why);
    await options.database.asSystem((on) => move(on, step));
    return to;
  };
  if (organisation === undefined)
    return await skip(new Error(`message ${to} was written by no server with this secret`));
  const arrivals = messages.flatMap((message) => message.arrivals);
  try {
    await storeAll(arrivals, { ...options, organisation, step });
    return to;
  } catch (error) {
    // It has moved to another cell, where its agents send next.
    if (error instanceof ElsewhereError) return await skip(error);
    if (!isUndone(error)) throw error;
    return await storeOneByOne({ from, messages }, { ...options, organisation });
  }
}

interface StoreOptions extends StoreMessagesOptions {
  readonly organisation: string;
  /** Nothing when the position is moved by another transaction. */
  readonly step?: Holding & { readonly from: number; readonly to: number };
}

async function storeOneByOne(
  { from, messages }: Run,
  options: StoreMessagesOptions & { readonly organisation: string },
): Promise<number> {
  let at = from;
  for (const message of messages) {
    // A kill in between is no harm: heads tell what is stored already.
    for (const arrival of message.arrivals)
      await storeAll([arrival], options).catch((error: unknown) => {
        if (!isUndone(error)) throw error;
        options.onDropped(error);
      });
    const to = Math.max(at, message.seq);
    await options.database.asSystem((on) => move(on, { ...options.holding, from: at, to }));
    at = to;
  }
  return at;
}

/** The first time nothing is busy but a chain that has not begun. */
const pauses = [0, ...headPauses];

async function storeAll(
  arrivals: readonly Arrival[],
  { database, organisation, now, step }: StoreOptions,
): Promise<void> {
  const once = (): Promise<unknown> =>
    withRoom(database, () =>
      storeBatches(arrivals, {
        database,
        organisation,
        now,
        settle: async (on, results) => {
          if (results.includes(undefined)) throw new HeadBusy('another batch of this agent is being stored');
          if (step !== undefined) await move(on, step);
        },
      }),
    );
  const agents = arrivals.map(({ agent }) => agent);
  for (const [tried, ms] of pauses.entries())
    try {
      await once();
      return;
    } catch (error) {
      if (!(error instanceof HeadBusy) || tried === pauses.length - 1) throw error;
      if (tried === 0) await beginChains(agents, { database, organisation });
      await wait(ms);
    }
}
