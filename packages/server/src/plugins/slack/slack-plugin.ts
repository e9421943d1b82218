import { postJson } from '../../delivery/send-message.ts';
import type { Plugin } from '../../plugin.ts';
import { interactionRoutes } from './interaction-routes.ts';
import { ownSlackRoutes } from './own-slack-routes.ts';
import { postBlocks, postToChannel } from './post-to-channel.ts';
import { setSlackCommand } from './set-slack-command.ts';
import { slackLines, slackNotice } from './slack-blocks.ts';
import { usualSlackApi } from './slack-client.ts';
import { slackRoutes } from './slack-routes.ts';
import { updateSlackMessages } from './update-messages.ts';

/** Messages to Slack by address or by the organisation's own app, whose buttons answer. */
export const slackPlugin: Plugin = {
  name: 'slack',
  commands: [setSlackCommand],
  open: ({ settings: { secret, slackApi: api = usualSlackApi } }) => ({
    routes: ({ database, publicUrl, send, now, hints, onError }) => {
      const slack = { database, secret, publicUrl, send, api, now };
      return [
        ...slackRoutes(slack),
        ...ownSlackRoutes(slack),
        ...interactionRoutes({ ...slack, hints, onError }),
      ];
    },
    jobs: ({ publicUrl, send }, { database }) => [
      { hint: 'approvals', work: () => updateSlackMessages({ database, secret, publicUrl, send, api }) },
    ],
    channels: () => [
      {
        kind: 'slack',
        tell: (told, sending) =>
          postJson(
            JSON.stringify(told.about === 'request' ? slackNotice(told.message) : slackLines(told)),
            sending,
          ),
      },
      {
        kind: 'slack-channel',
        tell: async (told, { target: { address: channel }, organisation, options: { database, send } }) => {
          const to = { database, secret, send, slackApi: api, organisation, channel };
          if (told.about === 'request') await postToChannel(told.message, to);
          else await postBlocks(slackLines(told), to);
        },
      },
    ],
  }),
};
