import { emptyTail, type Tail } from '@permesso/protocol/entry';
import type { Nats } from '@permesso/jetstream';
import { createBatcher } from '../../database/batcher.ts';
import type { Database } from '../../database/database.ts';
import { queries } from '../../database/query.ts';
import { Problem } from '../../route/problem.ts';
import type { SealKeys } from '../../secrets/seal.ts';
import { followChain, type Offer, type Take, type Taking } from '../../audit/index.ts';
import { pack, type PackedBatch } from './packet.ts';
import { shardOf, shardSubject } from './positions.ts';

export interface TakeOptions {
  /** All cells as one. */
  readonly database: Database;
  readonly secret: SealKeys;
  readonly batchesTogether: number;
  /** Undefined while disconnected. */
  readonly nats: () => Nats | undefined;
  readonly onRefused: (error: unknown) => void;
}

interface Position {
  readonly shard: number;
  readonly stream: string;
  readonly epoch: string;
  readonly seq: number;
}

interface ShardStanding {
  readonly head: Tail;
  readonly position: Position;
}

const sql = queries(import.meta.dirname);
const lookAtPositions = sql<Position>('look-at-positions.sql');
const lookAtHeads = sql<Tail & { agent: string }, { agents: readonly string[] }>('look-at-heads.sql');

const patienceMs = 2000;
const mostBytesTogether = 512 * 1024;

/**
 * Puts batches into the stream. An agent is told that they are taken, and keeps them: anything that the stream loses,
 * that does not follow on, or that the database rejects is requested again. Only stored entries let an agent forget
 * them.
 */
export function createTake({ database, secret, batchesTogether, nats, onRefused }: TakeOptions): Take {
  const look = createBatcher<string, ShardStanding>({
    work: (organisation, agents) => standings(database, organisation, agents),
  });
  const publish = createBatcher<PackedBatch, number>({
    mostTogether: batchesTogether,
    weigh: ({ bytes }) => bytes.length,
    mostWeight: mostBytesTogether,
    work: async (key, batches) => {
      const [subject = '', organisation = ''] = key.split(' ');
      const reached = nats();
      if (reached === undefined) throw away();
      try {
        const message = pack({ organisation, batches }, subject, secret);
        // No message id: a leader cut off from its peers acknowledges a duplicate that it then loses.
        const { seq } = await reached.client.publish(subject, message, { timeout: patienceMs });
        return batches.map(() => seq);
      } catch (error) {
        onRefused(error);
        throw away();
      }
    },
  });

  return async (offer) => {
    const { batch, bytes, encoding, caller, acceptGap } = offer;
    const { organisation, agent, project } = caller;
    const standing = await look(organisation, agent);
    const settled = answerAtOnce(offer, standing);
    if (settled !== undefined) return settled;
    const { head, position } = standing;
    const subject = shardSubject(position.stream, position.shard);
    const seq = await publish(`${subject} ${organisation}`, { agent, project, acceptGap, encoding, bytes });
    const before = readTicket(offer.after)?.lastEntry ?? 0;
    const lastEntry = batch.entries.reduce(
      (last, { entry }) => Math.max(last, entry.seq),
      Math.max(head.seq, before),
    );
    const after = ticketText({ epoch: position.epoch, seq, lastEntry });
    return { seq: head.seq, taken: batch.entries.length, after };
  };
}

/** The answer, if the batch need not be taken; undefined otherwise. */
function answerAtOnce(
  { batch, acceptGap, after }: Offer,
  { head, position }: ShardStanding,
): Taking | undefined {
  const ticket = readTicket(after);
  const isOpen = ticket !== undefined && isOnItsWay(ticket, position);
  // Its message was read but not stored, or was lost with its stream.
  if (ticket !== undefined && !isOpen && ticket.lastEntry > head.seq) return { expected: head.seq + 1 };
  const followed = followChain(batch, { head, acceptGap: true });
  const isKnown = !('expected' in followed) && followed.fresh.length === 0 && followed.findings.length === 0;
  if (isKnown) return isOpen ? { seq: head.seq, taken: 0, after: after ?? '' } : { seq: head.seq, stored: 0 };
  const end = isOpen ? { ...head, seq: Math.max(head.seq, ticket.lastEntry) } : head;
  return 'expected' in followChain(batch, { head: end, acceptGap }) ? { expected: head.seq + 1 } : undefined;
}

function isOnItsWay({ epoch, seq }: Ticket, position: Position): boolean {
  return epoch === position.epoch && seq > position.seq;
}

async function standings(
  database: Database,
  organisation: string,
  agents: readonly string[],
): Promise<readonly ShardStanding[]> {
  return await database.asOrganisation(organisation, async (on) => {
    // Read first: a head that is read after its position includes everything stored up to there.
    const positions = new Map((await lookAtPositions(on)).map((each) => [each.shard, each]));
    const heads = new Map(
      (await lookAtHeads(on, { agents: [...new Set(agents)] })).map(({ agent, seq, hash }) => [
        agent,
        { seq, hash },
      ]),
    );
    return agents.map((agent) => {
      const position = positions.get(shardOf(organisation, agent));
      if (position === undefined) throw away();
      return { head: heads.get(agent) ?? emptyTail, position };
    });
  });
}

function away(): Problem {
  return new Problem(503, 'entries cannot be taken now; keep them and send again in a few seconds', {
    retryAfter: 5,
  });
}

/**
 * An agent's token for its queued batches: the message with the last of them, and the entry that is stored once all
 * of them are. Agents may send any value: it affects only their own entries.
 */
interface Ticket {
  readonly epoch: string;
  /** The message's number in the stream. */
  readonly seq: number;
  readonly lastEntry: number;
}

const shape = /^(\d{1,15})-(\d{1,16})-([\w:.+-]{1,64})$/;

function ticketText({ epoch, seq, lastEntry }: Ticket): string {
  return `${seq}-${lastEntry}-${epoch}`;
}

/** Undefined for anything else: then the stored state alone decides. */
function readTicket(text: string | undefined): Ticket | undefined {
  const [, seq, lastEntry, epoch] = shape.exec(text ?? '') ?? [];
  if (seq === undefined || lastEntry === undefined || epoch === undefined) return undefined;
  return { epoch, seq: Number(seq), lastEntry: Number(lastEntry) };
}
