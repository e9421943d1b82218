import { signedInTexts } from '../../approvals/index.ts';
import {
  askerLines,
  callText,
  effectLines,
  endText,
  headline,
  openInConsole,
  type Message,
} from '../../notifications/index.ts';

type Element = Readonly<Record<string, unknown>>;

/**
 * An adaptive card, as Microsoft Teams webhooks accept it. It links to the console and cannot be answered in Teams.
 */
export function teamsBody(message: Message): string {
  const { link, page, agentWaits, signedIn } = message;
  const end = agentWaits === undefined ? [textRun(endText(message), { isSubtle: true })] : [];
  const why = signedIn === undefined || agentWaits !== undefined ? [] : [textRun(signedInTexts[signedIn])];
  const body = [
    ...askerLines(message).map(([name, value]) => textRun(`${name}: ${value}`)),
    ...callText(message)
      .split('\n')
      .map((line) => textRun(line === '' ? ' ' : line, { fontType: 'Monospace' })),
    ...effectLines(message).map((line) => textRun(line)),
    ...why,
    ...end,
  ];
  return card({ title: headline(message), body, url: link ?? page });
}

/** A title and lines of text, with a link to the console. */
export function teamsLines(lines: {
  readonly title: string;
  readonly lines: readonly string[];
  readonly page: string;
}): string {
  return card({ title: lines.title, body: lines.lines.map((line) => textRun(line)), url: lines.page });
}

function card(of: {
  readonly title: string;
  readonly body: readonly Element[];
  readonly url: string;
}): string {
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [textRun(of.title, { weight: 'Bolder', size: 'Medium' }), ...of.body],
    actions: [{ type: 'Action.OpenUrl', title: openInConsole, url: of.url }],
  };
  const attachment = { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content };
  return JSON.stringify({ type: 'message', attachments: [attachment] });
}

/** Never a TextBlock: its text is Markdown, in which the agent could write links and headings of its own. */
function textRun(text: string, style: Element = {}): Element {
  return { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text, ...style }] };
}
