import type { StreamConfig, StreamInfo } from '@nats-io/jetstream';
import { NatsRefused, type Nats } from './connect.ts';
import { shardSubject } from './positions.ts';

export interface StreamOptions {
  readonly name: string;
  readonly replicas: number;
}

/** Long enough for somebody to notice on Monday that nothing is stored. */
const maxAgeDays = 3;
const dayNs = 24 * 60 * 60 * 1e9;
const notFound = 10_059;

/** The stream as it is, made when there is none. How much it may hold and for how long is the operator's choice. */
export async function ensureStream(
  { manager, module }: Nats,
  { name, replicas }: StreamOptions,
): Promise<StreamInfo> {
  const { DiscardPolicy, JetStreamApiError, RetentionPolicy, StorageType } = module;
  const info = await manager.streams.info(name).catch((error: unknown) => {
    if (error instanceof JetStreamApiError && error.code === notFound) return undefined;
    throw error;
  });
  if (info !== undefined) {
    checkStream(info.config, { name, replicas });
    return info;
  }
  return await manager.streams.add({
    name,
    description: 'batches of agents on their way into the database of Permesso',
    subjects: [subjectsOf(name)],
    storage: StorageType.File,
    num_replicas: replicas,
    retention: RetentionPolicy.Limits,
    // A full stream refuses what comes instead of forgetting what nobody has stored.
    discard: DiscardPolicy.New,
    max_age: maxAgeDays * dayNs,
  });
}

function subjectsOf(name: string): string {
  return shardSubject(name, 0).replace(/\d+$/, '*');
}

function checkStream(config: StreamConfig, { name, replicas }: StreamOptions): void {
  const wrong = [
    config.storage === 'file' ? '' : `storage is ${config.storage}, not file`,
    config.retention === 'limits' ? '' : `retention is ${config.retention}, not limits`,
    config.discard === 'new' ? '' : `discard is ${config.discard}, not new`,
    config.num_replicas >= replicas ? '' : `num_replicas is ${config.num_replicas}, not ${replicas}`,
    config.max_msgs_per_subject > 0 ? 'max_msgs_per_subject is set' : '',
    config.no_ack === true ? 'no_ack is set' : '',
    config.subjects.includes(subjectsOf(name)) ? '' : `subjects are not ${subjectsOf(name)}`,
  ].filter((each) => each !== '');
  if (wrong.length > 0)
    throw new NatsRefused(
      `the stream ${name} would lose entries (${wrong.join(', ')})`,
      `change it with "nats stream edit ${name}", or remove it with "nats stream rm ${name}" and start again: agents keep what is not stored${
        config.num_replicas < replicas ? '; one server alone needs PERMESSO_NATS_REPLICAS=1' : ''
      }`,
    );
}
