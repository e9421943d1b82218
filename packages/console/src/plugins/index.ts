import type { ConsolePlugin } from '../plugin.ts';
import { passkeysPlugin } from './passkeys/passkeys-plugin.ts';
import { quietHoursPlugin } from './quiet-hours/quiet-hours-plugin.ts';
import { slackPlugin } from './slack/slack-plugin.ts';
import { streamsPlugin } from './streams/streams-plugin.ts';
import { teamsPlugin } from './teams/teams-plugin.ts';
import { webPushPlugin } from './web-push/web-push-plugin.ts';

/**
 * Every plug-in of the server with parts in the console. The console also builds without a plug-in's folder and its
 * line here.
 */
export const plugins: readonly ConsolePlugin[] = [
  passkeysPlugin,
  slackPlugin,
  teamsPlugin,
  webPushPlugin,
  quietHoursPlugin,
  streamsPlugin,
];
