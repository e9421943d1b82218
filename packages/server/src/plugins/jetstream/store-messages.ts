import { setTimeout as wait } from 'node:timers/promises';
import { isUndone } from '../../database/batcher.ts';
import type { Database } from '../../database/database.ts';
import { ElsewhereError } from '../../database/elsewhere.ts';
import { withRoom, beginChains, headPauses, storeBatches, type Arrival } from '../../audit/index.ts';
import { move, type Holding } from './positions.ts';
import type { StreamMessage } from './read-message.ts';

export interface StoreMessagesOptions {
  /** The database of the stream's cell. */
  readonly database: Database;
  readonly holding: Holding;
  readonly now: () => number;
  /** Reports batches that are not stored: their agents are asked to resend them. */
  readonly onDropped: (why: unknown) => void;
}

/** The agent's head does not exist yet, or another server is storing a batch of that agent. */
class HeadBusy extends Error {}

/** Consecutive messages of one organisation, and the shard's position before them. */
export interface Run {
  readonly from: number;
  readonly messages: readonly [StreamMessage, ...StreamMessage[]];
}

/**
 * Stores messages and moves the position past them, in one transaction. Batches that cannot be stored stay with their
 * agents, so that one bad batch delays nobody else. Returns the shard's new position.
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
    // The organisation has moved to another cell, where its agents send next.
    if (error instanceof ElsewhereError) return await skip(error);
    if (!isUndone(error)) throw error;
    return await storeOneByOne({ from, messages }, { ...options, organisation });
  }
}

interface StoreOptions extends StoreMessagesOptions {
  readonly organisation: string;
  /** Undefined if another transaction moves the position. */
  readonly step?: Holding & { readonly from: number; readonly to: number };
}

async function storeOneByOne(
  { from, messages }: Run,
  options: StoreMessagesOptions & { readonly organisation: string },
): Promise<number> {
  let at = from;
  for (const message of messages) {
    // Being killed in between is harmless: heads show what is stored already.
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

/** At first only a chain that has not begun can be busy. */
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
