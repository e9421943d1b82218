import { setTimeout as wait } from 'node:timers/promises';
import { createBatcher } from '../database/batcher.ts';
import type { AgentCaller } from '../route/caller.ts';
import { Problem } from '../route/problem.ts';
import { withRoom } from './partitions.ts';
import type { SentBatch } from './read-batch.ts';
import { beginChains, headPauses, storeBatches, type Arrival, type Ingested } from './store-batches.ts';
import type { ServerContext } from '../module.ts';

export interface IngestOptions extends Pick<ServerContext, 'database' | 'now'> {
  /** How many batches one transaction may store; 1 gives each its own. */
  readonly batchesTogether: number;
}

export interface Sending {
  readonly caller: AgentCaller;
  readonly acceptGap: boolean;
}

/** Stores the new entries of a batch: all or none, and never twice. Resolves after the commit. */
export type Ingest = (batch: SentBatch, sending: Sending) => Promise<Ingested>;

/** About two thousand entries: a batch that takes much longer gets a transaction of its own. */
const mostBytesTogether = 1024 * 1024;

/**
 * Agents send small batches, and a commit costs the same for one entry as for a thousand: batches that arrive while
 * the database is busy are stored together. Only within one organisation, since each transaction sees one.
 */
export function createIngest({ database, now, batchesTogether }: IngestOptions): Ingest {
  const store = (
    organisation: string,
    arrivals: readonly Arrival[],
  ): Promise<readonly (Ingested | undefined)[]> =>
    withRoom(database, () => storeBatches(arrivals, { database, organisation, now }));
  const together = createBatcher<Arrival, Ingested | undefined>({
    mostTogether: batchesTogether,
    weigh: ({ batch }) => batch.bytes,
    mostWeight: mostBytesTogether,
    work: store,
  });
  // Many agents may send for the first time at once: after an outage, or when a company enrols its machines.
  const begin = createBatcher<string, void>({
    work: async (organisation, agents) => {
      await beginChains(agents, { database, organisation });
      return agents.map(() => undefined);
    },
  });
  const once = async (organisation: string, arrival: Arrival): Promise<Ingested | undefined> =>
    batchesTogether === 1 ? (await store(organisation, [arrival]))[0] : await together(organisation, arrival);

  return async (batch, { caller: { organisation, agent, project }, acceptGap }) => {
    const arrival = { agent, project, batch, acceptGap };
    const first = await once(organisation, arrival);
    if (first !== undefined) return first;
    await begin(organisation, agent);
    // Another of its batches is being stored. Waiting here instead of in the database holds no connection.
    for (const ms of headPauses) {
      const stored = await once(organisation, arrival);
      if (stored !== undefined) return stored;
      await wait(ms);
    }
    throw new Problem(503, 'another batch of this agent is still being stored; send again in a few seconds', {
      retryAfter: 5,
    });
  };
}
