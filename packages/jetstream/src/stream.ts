import {
  AckPolicy,
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiError,
  RetentionPolicy,
  StorageType,
  type Consumer,
  type StreamConfig,
  type StreamInfo,
} from '@nats-io/jetstream';
import { NatsRefused, type Nats } from './connect.ts';

export interface StreamOptions {
  readonly name: string;
  readonly replicas: number;
  /** The subjects of all its messages. */
  readonly subjects: string;
}

/** Long enough for somebody to notice on Monday that nothing is stored. */
const maxAgeDays = 3;
const dayNs = 24 * 60 * 60 * 1e9;
const notFound = 10_059;

/** The existing stream; created if there is none. Its size and age limits are the operator's choice. */
export async function ensureStream({ manager }: Nats, options: StreamOptions): Promise<StreamInfo> {
  const { name, replicas, subjects } = options;
  const info = await manager.streams.info(name).catch((error: unknown) => {
    if (error instanceof JetStreamApiError && error.code === notFound) return undefined;
    throw error;
  });
  if (info !== undefined) {
    checkStream(info.config, options);
    return info;
  }
  return await manager.streams.add({
    name,
    description: 'batches of agents on their way into the database of Permesso',
    subjects: [subjects],
    storage: StorageType.File,
    num_replicas: replicas,
    retention: RetentionPolicy.Limits,
    // A full stream refuses new messages instead of dropping those that nobody has stored.
    discard: DiscardPolicy.New,
    max_age: maxAgeDays * dayNs,
  });
}

function checkStream(config: StreamConfig, { name, replicas, subjects }: StreamOptions): void {
  const wrong = [
    config.storage === 'file' ? '' : `storage is ${config.storage}, not file`,
    config.retention === 'limits' ? '' : `retention is ${config.retention}, not limits`,
    config.discard === 'new' ? '' : `discard is ${config.discard}, not new`,
    config.num_replicas >= replicas ? '' : `num_replicas is ${config.num_replicas}, not ${replicas}`,
    config.max_msgs_per_subject > 0 ? 'max_msgs_per_subject is set' : '',
    config.no_ack === true ? 'no_ack is set' : '',
    config.subjects.includes(subjects) ? '' : `subjects are not ${subjects}`,
  ].filter((each) => each !== '');
  if (wrong.length > 0)
    throw new NatsRefused(
      `the stream ${name} would lose entries (${wrong.join(', ')})`,
      `change it with "nats stream edit ${name}", or remove it with "nats stream rm ${name}" and start again: agents keep what is not stored${
        config.num_replicas < replicas ? '; one server alone needs PERMESSO_NATS_REPLICAS=1' : ''
      }`,
    );
}

export interface StreamReader {
  readonly consumer: Consumer;
  readonly remove: () => Promise<void>;
}

/** Reads the messages of one subject after a sequence number. */
export async function openReader(
  { manager, client }: Nats,
  { stream, subject, after }: { readonly stream: string; readonly subject: string; readonly after: number },
): Promise<StreamReader> {
  const { name } = await manager.consumers.add(stream, {
    filter_subject: subject,
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: after + 1,
    // The position in the database records what is done.
    ack_policy: AckPolicy.None,
    inactive_threshold: 30e9,
    mem_storage: true,
    num_replicas: 1,
  });
  const remove = async (): Promise<void> => {
    // It would expire anyway, and a node that is down cannot remove it.
    await manager.consumers.delete(stream, name).catch(() => false);
  };
  try {
    return { consumer: await client.consumers.get(stream, name), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
