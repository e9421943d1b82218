import { type PasskeyStanding, noPasskey, type PasskeyUse } from '../identity/index.ts';
import { Problem } from '../route/problem.ts';
import type { SignedInReason } from './signed-in-reason.ts';

const reasonTexts: Readonly<Record<SignedInReason, string>> = {
  destructive: 'This call cannot be undone',
  quorum: 'Several people must agree to this',
};

/** People without a passkey answer without one, unless the organisation requires one from everybody. */
export function answersWithout(standing: PasskeyStanding | undefined): boolean {
  return standing?.rule === 'when-registered' && standing.passkeys.length === 0;
}

export interface PasskeyNeed {
  readonly reason: SignedInReason;
  readonly person: string;
  /** The identifier of what is allowed. */
  readonly subject: string;
  readonly standing: PasskeyStanding | undefined;
  readonly use: PasskeyUse | undefined;
}

/**
 * Why this person must use a passkey, or another one, before they allow it. Denying never needs one. An answer by an
 * API token, a link or from Slack has none.
 */
export function passkeyObjection({
  reason,
  person,
  subject,
  standing,
  use,
}: PasskeyNeed): Problem | undefined {
  if (answersWithout(standing)) return undefined;
  const passkeys = standing?.passkeys ?? [];
  if (passkeys.length === 0) return noPasskey();
  // It may have been removed since it was used.
  const isShown = use?.person === person && use.subject === subject && passkeys.includes(use.passkey);
  return isShown
    ? undefined
    : new Problem(
        403,
        `${reasonTexts[reason]}, so approving it requires your passkey. Answer it in the console, under Approvals.`,
        { code: 'passkey' },
      );
}
