import type { Plugin } from '../../plugin.ts';
import { pushStreams } from './push-streams.ts';
import { guardedTls } from './send-tls.ts';
import { streamRoutes } from './stream-routes.ts';

/** Forwards entries and administrative acts to a SIEM as they arrive. */
export const streamsPlugin: Plugin = {
  name: 'streams',
  open: ({ settings: { secret, webhookHosts: permitted } }) => {
    const sendTls = guardedTls({ permitted });
    return {
      routes: streamRoutes,
      jobs: ({ publicUrl, send, now }, { database }) => {
        const from = new URL(publicUrl).hostname;
        return [{ work: () => pushStreams({ database, secret, send, sendTls, from, now }) }];
      },
    };
  },
};
