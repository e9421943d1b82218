import type { ApprovalRequest } from '@permesso/protocol/approval/approver';

/** What people outside are told about a question. Its secrets were hidden before it was stored. */
export interface Message {
  readonly approval: string;
  readonly digest: string;
  readonly request: ApprovalRequest;
  readonly expiresAt: Date;
  readonly isEscalated: boolean;
  /** Where to look at it, signed in. */
  readonly page: string;
  /** Leads one person there. Answers nothing by itself. */
  readonly link?: string;
  /** Set where this is one message about all that an agent asks. */
  readonly agentWaits?: { readonly name: string; readonly waiting: number };
}

const mostText = 1500;

const openInConsole = 'Open in console';

export function headline({ isEscalated, request, agentWaits }: Message): string {
  if (agentWaits !== undefined)
    return `The agent ${oneLine(agentWaits.name).slice(0, 100)} has ${agentWaits.waiting} approval requests waiting`;
  const what = oneLine(request.call.tool).slice(0, 100);
  return `${isEscalated ? 'Still waiting: an' : 'An'} agent asks to run ${what}`;
}

/** The command, or the arguments. */
function callText({ request: { call }, agentWaits }: Message): string {
  if (agentWaits !== undefined) return 'It asks faster than people can be told of each request.';
  const { command } = call.input;
  const text = typeof command === 'string' ? command : JSON.stringify(call.input);
  return text.length > mostText ? `${text.slice(0, mostText)} (cut)` : text;
}

export function webhookBody(message: Message): string {
  const { approval, digest, request, expiresAt, isEscalated, page, link, agentWaits } = message;
  if (agentWaits !== undefined) return JSON.stringify({ type: 'approval.digest', agent: agentWaits, page });
  return JSON.stringify({
    type: isEscalated ? 'approval.escalated' : 'approval.asked',
    approval,
    digest,
    request,
    expiresAt,
    page,
    ...(link === undefined ? {} : { link }),
  });
}

/** The shape that Slack's incoming webhooks take, and many others with them. */
export function slackBody(message: Message): string {
  const text = headline(message);
  const to = message.link ?? message.page;
  return JSON.stringify({
    text: escapeSlack(text),
    blocks: [
      { type: 'section', text: { type: 'mrkdwn', text: `*${escapeSlack(text)}*` } },
      { type: 'section', text: { type: 'mrkdwn', text: `\`\`\`${escapeSlack(callText(message))}\`\`\`` } },
      {
        type: 'actions',
        elements: [{ type: 'button', text: { type: 'plain_text', text: openInConsole }, url: to }],
      },
    ],
  });
}

/** The agent chose the text: it must neither call people nor end the quotation. */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('`', "'");
}

export function mailText(message: Message): string {
  const { expiresAt, link, page, agentWaits } = message;
  if (agentWaits !== undefined)
    return [`${headline(message)}.`, '', callText(message), '', `${openInConsole}: ${page}`, ''].join('\n');
  return [
    `${headline(message)}:`,
    '',
    callText(message).replaceAll(/^/gm, '    '),
    '',
    `It expires at ${expiresAt.toISOString()} (then denied).`,
    '',
    `${openInConsole}: ${link ?? page}`,
    '',
  ].join('\n');
}

function oneLine(text: string): string {
  // Control characters would make other lines, or hide some, wherever this is shown.
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, ' ');
}
