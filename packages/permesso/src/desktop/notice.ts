import { fill } from '@permesso/engine/call';
import { type ApprovalRequest, redactRequest } from '@permesso/protocol/approval';
import { requestTitle, visible } from '@permesso/protocol/text';
import { noticeTexts as texts } from '@permesso/gate/messages';

/** What a notification of the desktop says. */
export interface Notice {
  readonly summary: string;
  readonly body: string;
}

interface About {
  /** The agent program's name for people. */
  readonly title: string;
  /** Of the console that is open, where one is. */
  readonly address?: string;
}

/** Somebody who can answer is there, but may not be looking. */
export function waitingNotice(request: ApprovalRequest, { title, address }: About): Notice {
  const call = noticedCall(request);
  return {
    summary: fill(texts.waits, { title: noticedTitle(request, title) }),
    body: address === undefined ? fill(texts.answerBy, { call }) : fill(texts.answerAt, { call, address }),
  };
}

/** Nobody could be asked: what was denied, and the one command that would allow it. */
export function deniedNotice(request: ApprovalRequest, { title }: About): Notice {
  return {
    summary: fill(texts.denied, { title: noticedTitle(request, title) }),
    body: fill(texts.allowBy, { call: noticedCall(request) }),
  };
}

/** A hint, not what is approved: long ones are cut. */
const longest = 160;

function noticedTitle(request: ApprovalRequest, who: string): string {
  return plainText(requestTitle(redactRequest(request), who));
}

function noticedCall(request: ApprovalRequest): string {
  const { parts } = redactRequest(request).decision.receipt;
  const open = parts.filter(({ verdict }) => verdict !== 'allow').map(({ label }) => label);
  return plainText(open.length === 0 ? request.call.tool : open.join('; '));
}

/**
 * A desktop takes `<`, `>` and `&` for markup, and `notify-send` takes `\033` and its like for the character they name, after
 * we looked: all of them are there in their wide form, which means nothing to either.
 */
export function plainText(text: string): string {
  const shown = visible(text.replaceAll(/\s+/gu, ' ')).replaceAll(/[<>&\\]/gu, wide);
  return shown.length <= longest ? shown : `${shown.slice(0, longest).toWellFormed()}...`;
}

/** The form of an ASCII character that is as wide as an ideograph. */
function wide(character: string): string {
  return String.fromCodePoint((character.codePointAt(0) ?? 0) + 0xfe_e0);
}
