import type { Plugin } from '../plugin.ts';
import { archivePlugin } from './archive/archive-plugin.ts';
import { cellsPlugin } from './cells/cells-plugin.ts';
import { figuresPlugin } from './figures/figures-plugin.ts';
import { jetstreamPlugin } from './jetstream/jetstream-plugin.ts';
import { passkeysPlugin } from './passkeys/passkeys-plugin.ts';
import { quietHoursPlugin } from './quiet-hours/quiet-hours-plugin.ts';
import { scimPlugin } from './scim/scim-plugin.ts';
import { slackPlugin } from './slack/slack-plugin.ts';
import { streamsPlugin } from './streams/streams-plugin.ts';
import { teamsPlugin } from './teams/teams-plugin.ts';
import { temporaryRolesPlugin } from './temporary-roles/temporary-roles-plugin.ts';
import { tracesPlugin } from './traces/traces-plugin.ts';
import { workloadPlugin } from './workload/workload-plugin.ts';
import { webPushPlugin } from './web-push/web-push-plugin.ts';

/** Every plug-in of the server. The server also runs without a plug-in's folder and its line here. */
export const plugins: readonly Plugin[] = [
  archivePlugin,
  cellsPlugin,
  jetstreamPlugin,
  scimPlugin,
  passkeysPlugin,
  streamsPlugin,
  slackPlugin,
  teamsPlugin,
  webPushPlugin,
  quietHoursPlugin,
  workloadPlugin,
  temporaryRolesPlugin,
  figuresPlugin,
  tracesPlugin,
];
