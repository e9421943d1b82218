import { readCall } from '@permesso/engine/call';
import { readFacts, toolboxOf, toolFor } from '@permesso/engine/facts';
import { fixedWorld } from '@permesso/engine/world';
import { effectTexts, hasLastingWords } from '@permesso/protocol/approval';
import type { ApprovalRow } from './approval-rows.ts';

/** `destructive`: no undo brings back what the call removes. `quorum`: several people must agree. */
export type SignedInReason = 'destructive' | 'quorum';

export const signedInTexts: Readonly<Record<SignedInReason, string>> = {
  destructive: 'This call cannot be undone, so it is answered signed in to the console.',
  quorum: 'Several people must agree to this call, so it is answered signed in to the console.',
};

/** Why an answer to this must come from somebody who is signed in; nothing where a pressed button elsewhere may count. */
export function signedInReason({
  quorum,
  request,
}: Pick<ApprovalRow, 'quorum' | 'request'>): SignedInReason | undefined {
  if (quorum > 1) return 'quorum';
  return cannotBeUndone(request) ? 'destructive' : undefined;
}

/** Whether no undo brings back what the call removes: by what the agent says, or by what the server finds. */
export function cannotBeUndone({ effects, call }: ApprovalRow['request']): boolean {
  return saysLasting(effects) || isLasting(call) || saysLastingWords(call);
}

function saysLastingWords({ input }: ApprovalRow['request']['call']): boolean {
  const { command } = input;
  return typeof command === 'string' && hasLastingWords(command);
}

/** What the agent says of itself. It is data from an agent: it may hold anything. */
export function saysLasting(effects: unknown): boolean {
  return (
    Array.isArray(effects) && effects.some((each) => (each as { lasting?: unknown } | null)?.lasting === true)
  );
}

/** What the server finds on its own: an agent that keeps silent about an effect gains nothing. */
function isLasting(call: ApprovalRow['request']['call']): boolean {
  const read = readCall(call);
  // Nobody knows what it does.
  if ('malformed' in read) return true;
  const world = fixedWorld({ cwd: read.cwd ?? '/home/dev/project', now: 0 });
  const facts = readFacts(read, toolFor(toolboxOf(), read), world);
  return effectTexts({ call: read, facts, world }).some(({ lasting }) => lasting);
}
