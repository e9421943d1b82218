import { answersInOrder, isLasting } from '@permesso/protocol/text';
import { shownSummary, signedInTexts } from '../../approvals/index.ts';
import {
  askerLines,
  callText,
  effectLines,
  endText,
  headline,
  openInConsole,
  type Message,
} from '../../notifications/index.ts';

type Block = Readonly<Record<string, unknown>>;

export interface SlackMessage {
  /** The notification's text. */
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly unfurl_links: false;
  readonly unfurl_media: false;
  readonly link_names: false;
  readonly parse: 'none';
}

export const allowAction = 'permesso_allow';
export const denyAction = 'permesso_deny';
const openAction = 'permesso_open';

/** A message that links to the console. It cannot be answered in Slack. */
export function slackNotice(message: Message): SlackMessage {
  return slackMessage(message, { foot: foot(message), buttons: [openButton(message)] });
}

/** With buttons that answer, if an answer from Slack may count. */
export function slackRequest(message: Message): SlackMessage {
  if (message.agentWaits !== undefined || message.signedIn !== undefined) return slackNotice(message);
  // The digest identifies the call shown here: the answer is invalid for any other.
  const value = `${message.approval} ${message.digest}`;
  const lasts = isLasting(shownSummary(message.request));
  return slackMessage(message, {
    foot: foot(message),
    buttons: [
      ...answersInOrder(
        {
          allowing: [
            {
              ...button('Allow once', allowAction),
              ...(lasts ? { confirm: secondPress } : { style: 'primary' }),
              value,
            },
          ],
          denying: [{ ...button('Deny', denyAction), style: 'danger', value }],
        },
        { isSerious: lasts },
      ),
      openButton(message),
    ],
  });
}

/** Slack's own confirmation before an approval of something irreversible is sent. */
const secondPress = {
  title: slackText('This cannot be undone', 100),
  text: slackText('Allow it once?', 300),
  confirm: slackText('Allow once', 30),
  deny: slackText('Back', 30),
  style: 'danger',
};

/** The outcome, without buttons that answer. */
export function slackSettled(message: Message, ended: string): SlackMessage {
  return slackMessage(message, { foot: ended, buttons: [openButton(message)] });
}

interface Lines {
  readonly title: string;
  readonly lines: readonly string[];
  readonly page: string;
}

/** A title and lines of text, with a button that opens the console. */
export function slackLines({ title, lines, page }: Lines): SlackMessage {
  const open = { ...button(openInConsole, openAction), url: page };
  return titled(title, [preformatted(lines.join('\n')), actions([open])]);
}

function slackMessage(
  message: Message,
  { foot: last, buttons }: { readonly foot: string; readonly buttons: readonly Block[] },
): SlackMessage {
  const who = askerLines(message).map(([name, value]) => slackText(`${name}: ${value}`, 2000));
  const told = effectLines(message);
  return titled(headline(message), [
    { type: 'section', fields: who },
    preformatted(callText(message)),
    ...(told.length === 0 ? [] : [{ type: 'section', text: slackText(told.join('\n'), 2900) }]),
    { type: 'context', elements: [slackText(last, 2000)] },
    actions(buttons),
  ]);
}

/** Never as mrkdwn: the texts are untrusted, and must neither mention people nor look like part of the message. */
function titled(title: string, blocks: readonly Block[]): SlackMessage {
  return {
    text: escapeSlack(title),
    blocks: [{ type: 'header', text: slackText(title, 150) }, ...blocks],
    unfurl_links: false,
    unfurl_media: false,
    link_names: false,
    parse: 'none',
  };
}

function preformatted(text: string): Block {
  const elements = [{ type: 'rich_text_preformatted', elements: [{ type: 'text', text }] }];
  return { type: 'rich_text', elements };
}

function actions(elements: readonly Block[]): Block {
  return { type: 'actions', block_id: 'permesso', elements };
}

function foot(message: Message): string {
  if (message.agentWaits !== undefined) return 'Each is listed in the console.';
  const { signedIn } = message;
  return signedIn === undefined ? endText(message) : `${signedInTexts[signedIn]} ${endText(message)}`;
}

function openButton({ link, page }: Message): Block {
  return { ...button(openInConsole, openAction), url: link ?? page };
}

function button(text: string, action: string): Block {
  return { type: 'button', action_id: action, text: slackText(text, 75) };
}

function slackText(text: string, most: number): Block {
  return {
    type: 'plain_text',
    emoji: false,
    text: text.length > most ? `${text.slice(0, most - 1)}…` : text,
  };
}

/** For the one text that Slack always parses as mrkdwn: no mentions and no links. */
export function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('`', "'");
}
