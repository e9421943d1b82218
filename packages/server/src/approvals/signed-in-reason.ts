import { readCall } from '@permesso/engine/call';
import { readFacts, toolboxOf, toolFor } from '@permesso/engine/facts';
import { fixedWorld } from '@permesso/engine/world';
import { effectTexts, hasLastingWords } from '@permesso/protocol/approval';
import type { ApprovalRow } from './approval-rows.ts';

/** `destructive`: the call removes something that no undo restores. `quorum`: several people must agree. */
export type SignedInReason = 'destructive' | 'quorum';

export const signedInTexts: Readonly<Record<SignedInReason, string>> = {
  destructive: 'This call cannot be undone, so it is answered signed in to the console.',
  quorum: 'Several people must agree to this call, so it is answered signed in to the console.',
};

/** Why only a signed-in person may answer this; undefined if a button pressed elsewhere may count. */
export function signedInReason({
  quorum,
  request,
}: Pick<ApprovalRow, 'quorum' | 'request'>): SignedInReason | undefined {
  if (quorum > 1) return 'quorum';
  return cannotBeUndone(request) ? 'destructive' : undefined;
}

/** Whether no undo restores what the call removes: by the agent's account, or by the server's own analysis. */
export function cannotBeUndone({ effects, call }: ApprovalRow['request']): boolean {
  return saysLasting(effects) || isLasting(call) || saysLastingWords(call);
}

function saysLastingWords({ input }: ApprovalRow['request']['call']): boolean {
  const { command } = input;
  return typeof command === 'string' && hasLastingWords(command);
}

/** The agent's own account: untrusted data of any shape. */
export function saysLasting(effects: unknown): boolean {
  return (
    Array.isArray(effects) && effects.some((each) => (each as { lasting?: unknown } | null)?.lasting === true)
  );
}

/** The server's own analysis: an agent gains nothing by omitting an effect. */
function isLasting(call: ApprovalRow['request']['call']): boolean {
  const read = readCall(call);
  // Its effects are unknown.
  if ('malformed' in read) return true;
  const world = fixedWorld({ cwd: read.cwd ?? '/home/dev/project', now: 0 });
  const facts = readFacts(read, toolFor(toolboxOf(), read), world);
  return effectTexts({ call: read, facts, world }).some(({ lasting }) => lasting);
}
