import { createTransport } from 'nodemailer';
import { sign as signBody } from '@permesso/protocol/approval/signature';
import type { Database } from '../database/database.ts';
import type { Send } from '../outbound/send.ts';
import type { SealKeys } from '../secrets/seal.ts';
import { headline, mailText, webhookBody, type Message } from './message.ts';
import { postToChannel } from './slack/post-to-channel.ts';
import { slackNotice } from './slack/slack-blocks.ts';
import { teamsBody } from './teams-card.ts';

/** `slack` is an address that takes messages; `slack-channel` is a channel, through the organisation's own Slack app. */
export const channelKinds = ['webhook', 'slack', 'slack-channel', 'teams', 'mail'] as const;

export type ChannelKind = (typeof channelKinds)[number];

/** Where a hook leads, sealed at rest: the address of a webhook is often its only protection. */
export interface Target {
  readonly address: string;
  /** Signs what is sent, so that the other side knows who sent it. */
  readonly secret: string;
}

export interface DeliverOptions {
  readonly database: Database;
  readonly secret: SealKeys;
  readonly publicUrl: string;
  readonly send: Send;
  readonly slackApi: string;
  readonly smtpUrl?: string;
  readonly mailFrom: string;
}

export interface Sending {
  readonly kind: ChannelKind;
  readonly target: Target;
  /** The time of the database. */
  readonly at: Date;
  readonly organisation: string;
  readonly options: DeliverOptions;
}

/** Throws where the other side did not take it. */
export async function sendMessage(message: Message, sending: Sending): Promise<void> {
  switch (sending.kind) {
    case 'mail':
      return await handOverMail({ subject: headline(message), text: mailText(message) }, sending);
    case 'slack-channel':
      return await postToChannel(message, {
        ...sending.options,
        channel: sending.target.address,
        organisation: sending.organisation,
      });
    case 'slack':
      return await postJson(JSON.stringify(slackNotice(message)), sending);
    case 'teams':
      return await postJson(teamsBody(message), sending);
    case 'webhook':
      return await postJson(webhookBody(message), sending);
  }
}

/** Signed, so that the other side knows who sent it. */
export async function postJson(body: string, { target, at, options }: Sending): Promise<void> {
  const { status } = await options.send({
    url: target.address,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'permesso-signature': signBody(body, { secret: target.secret, at: at.getTime() }),
    },
    body,
  });
  if (status < 200 || status > 299) throw new Error(`it answered ${status}`);
}

export async function handOverMail(
  mail: { readonly subject: string; readonly text: string },
  { target, options: { smtpUrl, mailFrom } }: Sending,
): Promise<void> {
  if (smtpUrl === undefined) throw new Error('no mail server is set (PERMESSO_SMTP_URL)');
  const transport = createTransport(smtpUrl, { from: mailFrom });
  try {
    await transport.sendMail({ to: target.address, ...mail });
  } finally {
    transport.close();
  }
}
