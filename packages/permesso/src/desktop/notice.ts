import { fill } from '@permesso/engine/call';
import { type ApprovalRequest, redactRequest } from '@permesso/protocol/approval';
import { requestTitle, visible } from '@permesso/protocol/text';
import { noticeTexts as texts } from '@permesso/gate/messages';

/** The text of a desktop notification. */
export interface Notice {
  readonly summary: string;
  readonly body: string;
}

interface About {
  /** The agent program's display name. */
  readonly title: string;
  /** The URL of an open console, if there is one. */
  readonly address?: string;
}

/** For a person who can answer but may not be looking. */
export function waitingNotice(request: ApprovalRequest, { title, address }: About): Notice {
  const call = noticedCall(request);
  return {
    summary: fill(texts.waits, { title: noticedTitle(request, title) }),
    body: address === undefined ? fill(texts.answerBy, { call }) : fill(texts.answerAt, { call, address }),
  };
}

/** Nobody could be asked: says what was denied, with the one command that would allow it. */
export function deniedNotice(request: ApprovalRequest, { title }: About): Notice {
  return {
    summary: fill(texts.denied, { title: noticedTitle(request, title) }),
    body: fill(texts.allowBy, { call: noticedCall(request) }),
  };
}

/** A hint, not what is approved: long texts are truncated. */
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
 * Desktops read `<`, `>` and `&` as markup, and `notify-send` expands escapes such as `\033` after our check. All of
 * these are replaced by their full-width forms, which mean nothing to either.
 */
export function plainText(text: string): string {
  const shown = visible(text.replaceAll(/\s+/gu, ' ')).replaceAll(/[<>&\\]/gu, wide);
  return shown.length <= longest ? shown : `${shown.slice(0, longest).toWellFormed()}...`;
}

/** The full-width form of an ASCII character. */
function wide(character: string): string {
  return String.fromCodePoint((character.codePointAt(0) ?? 0) + 0xfe_e0);
}
