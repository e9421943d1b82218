import { createTransport } from 'nodemailer';
import { sign as signBody } from '@permesso/protocol/approval';
import type { Database } from '../database/database.ts';
import type { Send } from '../outbound/send.ts';
import { unseal, type SealKeys } from '../secrets/seal.ts';
import { pushKeyOf } from './push/push-key.ts';
import type { PushNote } from './push/push-note.ts';
import { sendPush } from './push/send-push.ts';
import type { PostOptions } from './slack/post-to-channel.ts';

/** `slack` is an address that takes messages; `slack-channel` is a channel, through the organisation's own Slack app. */
export const channelKinds = ['webhook', 'slack', 'slack-channel', 'teams', 'mail'] as const;

/** `push` is a browser, which its person adds themselves. */
export type ChannelKind = (typeof channelKinds)[number] | 'push';

/** Where a hook leads, sealed at rest: the address of a webhook is often its only protection. */
export interface Target {
  readonly address: string;
  /** Signs what is sent, so that the other side knows who sent it. */
  readonly secret: string;
  /** Of a browser: the keys that only it can read with, and whether it shows more than how many requests wait. */
  readonly push?: { readonly p256dh: string; readonly auth: string; readonly showsCall: boolean };
}

export function targetPurpose(organisation: string): string {
  return `target of a hook of ${organisation}`;
}

export function openTarget(sealed: Buffer, organisation: string, secret: SealKeys): Target {
  return JSON.parse(unseal(sealed, targetPurpose(organisation), secret).toString()) as Target;
}

export interface DeliverOptions {
  readonly database: Database;
  readonly secret: SealKeys;
  readonly publicUrl: string;
  readonly send: Send;
  /** The time of the database. */
  readonly now: () => number;
  readonly slackApi: string;
  readonly smtpUrl?: string;
  readonly mailFrom: string;
  readonly push: PushSettings;
}

/** Push services that are let in, and hosts of the own network that are. */
export interface PushSettings {
  readonly hosts: readonly string[];
  readonly permitted: readonly string[];
}

export interface Sending {
  readonly kind: ChannelKind;
  readonly target: Target;
  /** The time of the database. */
  readonly at: Date;
  readonly organisation: string;
  readonly options: DeliverOptions;
}

/** One message, as each kind of target takes it. */
export interface MessageForms {
  readonly mail: () => { readonly subject: string; readonly text: string };
  readonly slack: () => object;
  readonly slackChannel: (to: PostOptions) => Promise<unknown>;
  readonly teams: () => string;
  readonly webhook: () => string;
  readonly push: (showsCall: boolean) => Promise<PushNote>;
}

/** Throws where the other side did not take it. */
export async function sendMessage(forms: MessageForms, sending: Sending): Promise<void> {
  const { kind, target, organisation, options } = sending;
  switch (kind) {
    case 'mail':
      return await handOverMail(forms.mail(), sending);
    case 'slack-channel':
      await forms.slackChannel({ ...options, channel: target.address, organisation });
      return;
    case 'slack':
      return await postJson(JSON.stringify(forms.slack()), sending);
    case 'teams':
      return await postJson(forms.teams(), sending);
    case 'webhook':
      return await postJson(forms.webhook(), sending);
    case 'push':
      return await pushTo(forms, sending);
  }
}

/** Signed, so that the other side knows who sent it. */
async function postJson(body: string, { target, at, options }: Sending): Promise<void> {
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

async function pushTo(forms: MessageForms, { target, organisation, options, at }: Sending): Promise<void> {
  const { database, secret, send, push, publicUrl, mailFrom } = options;
  if (target.push === undefined) throw new Error('it has no keys of a browser');
  const { showsCall, p256dh, auth } = target.push;
  const key = await database.asOrganisation(organisation, (on) => pushKeyOf(on, { organisation, secret }));
  await sendPush(
    await forms.push(showsCall),
    { endpoint: target.address, p256dh, auth },
    { ...push, send, key, at, contact: publicUrl.startsWith('https:') ? publicUrl : `mailto:${mailFrom}` },
  );
}

async function handOverMail(
  mail: ReturnType<MessageForms['mail']>,
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
