import { query } from '../../database/query.ts';
import { openTarget, sendMessage, type ChannelKind, type DeliverOptions } from '../send-message.ts';
import { postBlocks } from '../slack/post-to-channel.ts';
import {
  noticeMail,
  noticeSlack,
  noticeTeams,
  noticeTitle,
  noticeWebhook,
  type MachineChange,
} from './notice-message.ts';

/** Nothing where the target's person has not confirmed it, or is disabled. */
export const loadNotice = query<LoadedNotice, { readonly hook: string; readonly notice: string }>(
  import.meta.dirname,
  'load-notice.sql',
);

interface LoadedNotice {
  readonly kind: ChannelKind;
  readonly sealedTarget: Buffer;
  readonly id: string;
  readonly at: Date;
  readonly changes: readonly MachineChange[];
}

/** Tells one target what happened to machines. */
export async function sendNotice(
  { id, kind, at, changes, sealedTarget }: LoadedNotice,
  { organisation, options }: { readonly organisation: string; readonly options: DeliverOptions },
): Promise<void> {
  const target = openTarget(sealedTarget, organisation, options.secret);
  if (changes.length === 0) return;
  const message = { notice: id, changes, page: `${options.publicUrl}/#/machines` };
  await sendMessage(
    {
      mail: () => ({ subject: noticeTitle(message), text: noticeMail(message) }),
      slack: () => noticeSlack(message),
      slackChannel: (to) => postBlocks(noticeSlack(message), to),
      teams: () => noticeTeams(message),
      webhook: () => noticeWebhook(message),
      // A browser is told of requests alone.
      push: () => Promise.reject(new Error('machines are no reason to push')),
    },
    { kind, target, at, organisation, options },
  );
}
