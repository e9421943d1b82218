import { postJson } from '../../notifications/index.ts';
import type { Plugin } from '../../plugin.ts';
import { interactionRoutes } from './interaction-routes.ts';
import { ownSlackRoutes } from './own-slack-routes.ts';
import { postBlocks, postToChannel } from './post-to-channel.ts';
import { setSlackCommand } from './set-slack-command.ts';
import { slackLines, slackNotice } from './slack-blocks.ts';
import { slackRoutes } from './slack-routes.ts';
import { slackSettings } from './slack-settings.ts';
import { updateSlackMessages } from './update-messages.ts';

/** Messages to Slack by address or by the organisation's own app, whose buttons answer. */
export const slackPlugin: Plugin = {
  name: 'slack',
  commands: [setSlackCommand],
  settings: slackSettings,
  open: ({ settings: { secret, env } }) => {
    const api = slackSettings.read(env);
    return {
      routes: (context) =>
        [slackRoutes, ownSlackRoutes, interactionRoutes].flatMap((routes) => routes({ ...context, api })),
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
    };
  },
};
