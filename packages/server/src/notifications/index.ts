import type { Module } from '../module.ts';
import type { DeliverOptions } from './channel.ts';
import { deliverDue } from './deliver.ts';
import { linkRoutes } from './link-routes.ts';
import { mailSettings } from './mail-settings.ts';
import { ownHookRoutes } from './own-hook-routes.ts';
import { ownChannels } from './send-message.ts';
import { hookRoutes } from './webhook-routes.ts';

export { type MachineChange, noticeLines, noticeTitle } from './alerts/notice-message.ts';
export { loadNotice } from './alerts/send-notice.ts';
export { approvalsPage } from './approvals-page.ts';
export {
  type Channel,
  type HeldForTarget,
  type Holding,
  RetryLater,
  type Target,
  TargetGone,
  type ToldNotice,
} from './channel.ts';
export { pauseAfter } from './deliver.ts';
export {
  type Asker,
  askerLines,
  effectLines,
  titleLine,
  callText,
  endText,
  headline,
  mailText,
  type Message,
  oneLine,
  openInConsole,
} from './message.ts';
export { postJson, targetPurpose } from './send-message.ts';

export const notificationsModule = {
  name: 'notifications',
  settings: mailSettings,
  open: (context, needs) => {
    const channels = [...ownChannels, ...needs.channels];
    const own = { ...mailSettings.read(context.settings.env), ...context, ...needs, channels };
    return {
      routes: [hookRoutes, ownHookRoutes, linkRoutes].flatMap((routes) => routes(own)),
      jobsIn: ({ database }) => [{ hint: 'deliveries', work: () => deliverDue({ ...own, database }) }],
    };
  },
} satisfies Module<Pick<DeliverOptions, 'channels' | 'holding'>>;
