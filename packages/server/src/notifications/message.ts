import { definedFields } from '@permesso/engine/call';
import type { ApprovalRequest } from '@permesso/protocol/approval';
import { effectText, requestTitle, visible } from '@permesso/protocol/text';
import { shownSummary, type SignedInReason } from '../approvals/index.ts';

/** The description of a request for people outside. Its secrets were redacted before it was stored. */
export interface Message {
  readonly approval: string;
  readonly digest: string;
  readonly request: ApprovalRequest;
  readonly asker: Asker;
  readonly quorum: number;
  /** Why only the console accepts an answer. Absent if an answer from outside may count. */
  readonly signedIn?: SignedInReason | undefined;
  readonly expiresAt: Date;
  readonly isEscalated: boolean;
  /** The console page for signed-in people. */
  readonly page: string;
  /** A link for one person. It answers nothing. */
  readonly link?: string;
  /** Set if this is one message about all of an agent's requests. */
  readonly agentWaits?: { readonly name: string; readonly waiting: number };
}

/** The agent's owner, and where it runs. */
export interface Asker {
  readonly owner: string;
  readonly machine: string;
  readonly project: string;
}

const mostText = 1500;

export const openInConsole = 'Open in console';

export function headline({ isEscalated, request, agentWaits }: Message): string {
  if (agentWaits !== undefined)
    return `The agent ${oneLine(agentWaits.name).slice(0, 100)} has ${agentWaits.waiting} approval requests waiting`;
  return `${isEscalated ? 'Still waiting: ' : ''}${titleLine(request)}`;
}

/** The command or arguments, verbatim: control characters and marks that could hide something are spelled out. */
export function callText({ request: { call }, agentWaits }: Message): string {
  if (agentWaits !== undefined) return 'It sends requests faster than people can be notified.';
  const { command } = call.input;
  const text = typeof command === 'string' ? command : JSON.stringify(call.input);
  const cut = text.length > mostText ? `${text.slice(0, mostText)} (cut)` : text;
  return cut.split('\n').map(visible).join('\n');
}

/** `Claude Code wants to overwrite origin/main, which others see`, on one line. */
export function titleLine(request: ApprovalRequest): string {
  const { call } = request;
  const line = visible(oneLine(requestTitle({ call, summary: shownSummary(request) })));
  return line.length > 140 ? `${line.slice(0, 140)}…` : line;
}

/** The call's effects and the reason for asking, worded as on every other surface. */
export function effectLines({ request, agentWaits }: Message): readonly string[] {
  if (agentWaits !== undefined) return [];
  const { effects, why } = shownSummary(request);
  return [...effects.slice(0, mostEffects).map(effectText), why].map((text) =>
    visible(oneLine(text)).slice(0, 300),
  );
}

const mostEffects = 8;

/** Owner, machine and project, each alone on its line. */
export function askerLines({ asker: { owner, machine, project } }: Message): readonly [string, string][] {
  return [
    ['Owner', shortLine(owner)],
    ['Machine', shortLine(machine)],
    ['Project', shortLine(project)],
  ];
}

export function endText({ expiresAt, quorum }: Message): string {
  const several = quorum > 1 ? ` ${quorum} people must agree.` : '';
  return `It expires at ${expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC (then denied).${several}`;
}

export function webhookBody(message: Message): string {
  const { approval, digest, request, asker, quorum, expiresAt, isEscalated, page, link, agentWaits } =
    message;
  if (agentWaits !== undefined)
    return JSON.stringify({ type: 'approval.digest', agent: agentWaits, asker, page });
  return JSON.stringify({
    type: isEscalated ? 'approval.escalated' : 'approval.asked',
    approval,
    digest,
    request,
    asker,
    quorum,
    expiresAt,
    page,
    ...definedFields({ link }),
  });
}

export function mailText(message: Message): string {
  const { link, page, agentWaits } = message;
  const who = askerLines(message).map(([name, value]) => `${name}: ${value}`);
  if (agentWaits !== undefined)
    return [
      `${headline(message)}.`,
      '',
      ...who,
      '',
      callText(message),
      '',
      `${openInConsole}: ${page}`,
      '',
    ].join('\n');
  return [
    `${headline(message)}:`,
    '',
    callText(message).replaceAll(/^/gm, '    '),
    '',
    ...effectLines(message),
    '',
    ...who,
    '',
    endText(message),
    '',
    `${openInConsole}: ${link ?? page}`,
    '',
  ].join('\n');
}

function shortLine(text: string): string {
  return visible(oneLine(text)).slice(0, 200);
}

export function oneLine(text: string): string {
  // Control characters would create or hide lines wherever this is shown.
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, ' ');
}
