import { auditSettings } from '../../audit/index.ts';
import { OldServerError } from '../../database/old-server.ts';
import type { Plugin } from '../../plugin.ts';
import { natsSettings } from './nats-settings.ts';
import { openJetStream } from './open-jetstream.ts';
import { streamGauges } from './stream-gauges.ts';

/** A stream that takes batches before they are stored, where PERMESSO_NATS_URL says where it is. */
export const jetstreamPlugin: Plugin = {
  name: 'jetstream',
  settings: natsSettings,
  open: async ({ settings: { env, secret }, database, cells, log }) => {
    const nats = natsSettings.read(env);
    const { batchesTogether } = auditSettings.read(env);
    if (nats === undefined) return { readiness: () => undefined };
    const onError = (error: unknown, what: string): void => {
      if (!(error instanceof OldServerError)) log.warn({ err: error }, what);
    };
    const jetstream = await openJetStream({ nats, database, cells, secret, batchesTogether, onError });
    return {
      take: jetstream.take,
      readiness: jetstream.state,
      gauges: (registry) => streamGauges(jetstream.figures, registry),
      start: ({ now }) => jetstream.start(now),
      close: jetstream.stop,
    };
  },
};
