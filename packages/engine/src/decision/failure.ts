import { fill } from '../messages/fill.ts';
import { changes, guidanceMessages, reasons, verdictMessages } from '../messages/decision.ts';
import type { Decision } from './decision.ts';

/** Nothing fails open: when evaluation itself fails, the verdict is deny, with the error in its reason. */
export function failureDecision(error: string): Decision {
  const reason = fill(reasons.failed, { error });
  return {
    verdict: 'deny',
    receipt: {
      mode: { used: 'default' },
      parts: [
        {
          label: 'the call',
          verdict: 'deny',
          step: 'checkDeny',
          reason,
          contributions: [],
          asks: [],
          doubts: [reason],
        },
      ],
      determining: [],
      errors: [reason],
      changes: [changes.fixError],
    },
    suggestions: [],
    message: fill(verdictMessages.deny, { reason }),
    guidance: guidanceMessages.failed,
  };
}

/** The message of a call that nobody approved and that is therefore no longer pending. */
export function deniedText({ verdict, message }: Pick<Decision, 'verdict' | 'message'>): string {
  if (verdict !== 'ask') return message;
  const { ask, askAbout, deny, denyAbout } = verdictMessages;
  const [from, to] = message.startsWith(opening(ask)) ? [ask, deny] : [askAbout, denyAbout];
  return message.startsWith(opening(from)) ? opening(to) + message.slice(opening(from).length) : message;
}

function opening(text: string): string {
  return text.slice(0, text.indexOf('{'));
}
