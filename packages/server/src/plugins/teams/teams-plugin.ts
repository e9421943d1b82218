import { postJson } from '../../notifications/index.ts';
import type { Plugin } from '../../plugin.ts';
import { teamsBody, teamsLines } from './teams-card.ts';

/** Messages to Microsoft Teams channels, through their webhooks. */
export const teamsPlugin: Plugin = {
  name: 'teams',
  open: () => ({
    channels: () => [
      {
        kind: 'teams',
        tell: (told, sending) =>
          postJson(told.about === 'request' ? teamsBody(told.message) : teamsLines(told), sending),
      },
    ],
  }),
};
