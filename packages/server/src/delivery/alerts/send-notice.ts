import { query, first } from '../../database/query.ts';
import { unseal } from '../../secrets/seal.ts';
import { handOverMail, postJson, type ChannelKind, type Sending, type Target } from '../send-message.ts';
import { postBlocks } from '../slack/post-to-channel.ts';
import type { DeliverOptions } from '../send-message.ts';
import {
  noticeMail,
  noticeSlack,
  noticeTeams,
  noticeTitle,
  noticeWebhook,
  type MachineChange,
  type MachineNotice,
} from './notice-message.ts';

const loadNotice = query<LoadedNotice, { readonly hook: string; readonly notice: string }>(
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

export interface NoticeTo {
  readonly hook: string;
  readonly notice: string;
  readonly organisation: string;
  readonly purpose: string;
}

/** Tells one target what happened to machines. False where its person has not confirmed it, or is disabled. */
export async function sendNotice(to: NoticeTo, options: DeliverOptions): Promise<boolean> {
  const { hook, notice, organisation, purpose } = to;
  const loaded = await options.database.asOrganisation(organisation, (on) =>
    first(loadNotice(on, { hook, notice })),
  );
  if (loaded === undefined) return false;
  const { kind, at, changes } = loaded;
  const target = JSON.parse(unseal(loaded.sealedTarget, purpose, options.secret).toString()) as Target;
  const message = { notice, changes, page: `${options.publicUrl}/#/machines` };
  if (changes.length > 0) await sendAs(message, { kind, target, at, organisation, options });
  return true;
}

async function sendAs(message: MachineNotice, sending: Sending): Promise<void> {
  switch (sending.kind) {
    case 'mail':
      return await handOverMail({ subject: noticeTitle(message), text: noticeMail(message) }, sending);
    case 'slack-channel':
      await postBlocks(noticeSlack(message), {
        ...sending.options,
        channel: sending.target.address,
        organisation: sending.organisation,
      });
      return;
    case 'slack':
      return await postJson(JSON.stringify(noticeSlack(message)), sending);
    case 'teams':
      return await postJson(noticeTeams(message), sending);
    case 'webhook':
      return await postJson(noticeWebhook(message), sending);
  }
}
