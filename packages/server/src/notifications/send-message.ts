import { createTransport } from 'nodemailer';
import { sign as signBody } from '@permesso/protocol/approval';
import { unseal, type SealKeys } from '../secrets/seal.ts';
import type { Channel, Sending, Target, ToldNotice } from './channel.ts';
import { headline, mailText, openInConsole, webhookBody } from './message.ts';

export function targetPurpose(organisation: string): string {
  return `target of a hook of ${organisation}`;
}

export function openTarget(sealed: Buffer, organisation: string, secret: SealKeys): Target {
  return JSON.parse(unseal(sealed, targetPurpose(organisation), secret).toString()) as Target;
}

/** The built-in channels. */
export const ownChannels: readonly Channel[] = [
  {
    kind: 'webhook',
    tell: (told, sending) =>
      postJson(told.about === 'request' ? webhookBody(told.message) : told.body, sending),
  },
  { kind: 'mail', tell: (told, sending) => handOverMail(mailOf(told), sending) },
];

export async function sendMessage(
  told: ToldNotice,
  { kind, ...sending }: Sending & { readonly kind: string },
): Promise<void> {
  const channel = sending.options.channels.find((each) => each.kind === kind);
  if (channel === undefined) throw new Error(`this server has no channel ${kind}`);
  await channel.tell(told, sending);
}

/** Signed, so that the receiver can verify the sender. */
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

interface Mail {
  readonly subject: string;
  readonly text: string;
}

function mailOf(told: ToldNotice): Mail {
  if (told.about === 'request') return { subject: headline(told.message), text: mailText(told.message) };
  const { title, lines, page } = told;
  return {
    subject: title,
    text: [`${title}.`, '', ...lines, '', `${openInConsole}: ${page}`, ''].join('\n'),
  };
}

async function handOverMail(mail: Mail, { target, options: { smtpUrl, mailFrom } }: Sending): Promise<void> {
  if (smtpUrl === undefined) throw new Error('no mail server is set (PERMESSO_SMTP_URL)');
  const transport = createTransport(smtpUrl, { from: mailFrom });
  try {
    await transport.sendMail({ to: target.address, ...mail });
  } finally {
    transport.close();
  }
}
