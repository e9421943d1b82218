import type { Consumer, Nats, openReader } from '@permesso/jetstream';
import type { SealKeys } from '../../secrets/seal.ts';
import { keepShard, shardSubject } from './positions.ts';
import { readMessage, type StreamMessage } from './read-message.ts';
import { storeRun, type Run, type StoreMessagesOptions } from './store-messages.ts';

export interface FollowOptions extends StoreMessagesOptions {
  readonly nats: Nats;
  readonly openReader: typeof openReader;
  readonly stream: string;
  readonly secret: SealKeys;
  readonly batchesTogether: number;
  readonly signal: AbortSignal;
  /** Reports how many messages of the shard are in the stream. */
  readonly onBehind: (messages: number) => void;
}

const fetchTogether = 32;
const fetchMs = 2000;
const mostQueuedBytes = 8 * 1024 * 1024;
/** The same limit as for direct storage. */
const mostBytesTogether = 1024 * 1024;

/** Stores one shard's messages after `from`, until it is stopped, another server takes over or something fails. */
export async function followShard(from: number, options: FollowOptions): Promise<void> {
  const { nats, stream, holding } = options;
  const { consumer, remove } = await options.openReader(nats, {
    stream,
    subject: shardSubject(stream, holding.shard),
    after: from,
  });
  const over = new AbortController();
  const signal = AbortSignal.any([options.signal, over.signal]);
  const queue = createQueue(signal);
  const endOf = async (): Promise<number> => (await nats.manager.streams.info(stream)).state.last_seq;
  try {
    // Both have ended before another session begins.
    const ends = await Promise.allSettled([
      fetchInto(queue, consumer, { ...options, signal, endOf }).finally(() => over.abort()),
      storeFrom(queue, from, { ...options, signal }).finally(() => over.abort()),
    ]);
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  } finally {
    await remove();
  }
}

interface Queue {
  readonly messages: StreamMessage[];
  /** Signals that the queue grew, shrank or ended. */
  readonly changed: () => void;
  readonly change: (ms: number) => Promise<void>;
}

function createQueue(signal: AbortSignal): Queue {
  let wake: (() => void)[] = [];
  const changed = (): void => {
    const waiting = wake;
    wake = [];
    for (const each of waiting) each();
  };
  signal.addEventListener('abort', changed);
  const change = async (ms: number): Promise<void> => {
    if (signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    wake.push(resolve);
    const timer = setTimeout(resolve, ms);
    await promise;
    clearTimeout(timer);
  };
  return { messages: [], changed, change };
}

interface FetchOptions extends Pick<FollowOptions, 'secret' | 'signal' | 'onBehind'> {
  /** The number of the stream's last message. */
  readonly endOf: () => Promise<number>;
}

/** Reads messages while others are being stored. */
async function fetchInto(
  queue: Queue,
  consumer: Consumer,
  { secret, signal, onBehind, endOf }: FetchOptions,
): Promise<void> {
  let delivered = 0;
  let end = 0;
  while (!signal.aborted) {
    while (!signal.aborted && queue.messages.reduce((sum, { bytes }) => sum + bytes, 0) > mostQueuedBytes)
      await queue.change(1000);
    if (signal.aborted) return;
    const fetched = await consumer.fetch({ max_messages: fetchTogether, expires: fetchMs });
    const stop = (): void => void fetched.close();
    signal.addEventListener('abort', stop);
    const before = delivered;
    try {
      for await (const message of fetched) {
        delivered += 1;
        // Without acknowledgements a lost message is not redelivered: reading restarts from the position.
        if (message.info.deliverySequence !== delivered) throw new Error('a message got lost on its way');
        onBehind(message.info.pending + queue.messages.length + 1);
        queue.messages.push(await readMessage(message, secret));
        queue.changed();
      }
    } finally {
      signal.removeEventListener('abort', stop);
    }
    if (delivered === before && !signal.aborted) {
      await checkNothingLost(consumer, delivered);
      // Messages that were lost, expired or purged will not arrive, and agents wait for the position to pass them.
      // Uses the end seen one poll earlier: the node that is read from may lag a little behind the one that reports
      // the end.
      if (end > 0) queue.messages.push(nothingUpTo(end));
      end = await endOf();
      queue.changed();
    } else end = 0;
  }
}

function nothingUpTo(seq: number): StreamMessage {
  return { seq, organisation: undefined, arrivals: [], bytes: 0, isEmpty: true };
}

/** If the last message was lost, no later one would reveal it. */
async function checkNothingLost(consumer: Consumer, delivered: number): Promise<void> {
  const info = await consumer.info();
  if (info.delivered.consumer_seq !== delivered) throw new Error('a message got lost on its way');
}

async function storeFrom(queue: Queue, from: number, options: FollowOptions): Promise<void> {
  const { signal, onBehind, database, holding } = options;
  let at = from;
  while (!signal.aborted) {
    const messages = nextRun(queue.messages, options.batchesTogether);
    if (messages === undefined) {
      onBehind(0);
      await keepShard(database, holding);
      await queue.change(fetchMs);
      continue;
    }
    at = await storeRun({ from: at, messages }, options);
    queue.changed();
  }
}

/** Consecutive messages of one organisation, as many as one transaction should store. */
function nextRun(queue: StreamMessage[], batchesTogether: number): Run['messages'] | undefined {
  const [first] = queue;
  if (first === undefined) return undefined;
  let count = 0;
  let batches = 0;
  let bytes = 0;
  for (const message of queue) {
    if (message.organisation !== first.organisation || message.isEmpty !== first.isEmpty) break;
    batches += message.arrivals.length;
    bytes += message.bytes;
    if (count > 0 && (batches > batchesTogether || bytes > mostBytesTogether)) break;
    count += 1;
  }
  const [, ...others] = queue.splice(0, count);
  return [first, ...others];
}
