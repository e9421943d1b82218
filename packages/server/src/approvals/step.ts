import {
  type ApprovalStanding,
  type ApprovalState,
  approvalStep,
  refusalTexts,
  stateAt,
  type StepEvent,
  type Vote,
} from '@permesso/protocol/approval';

/** An approval's row, locked, with the votes that count so far. */
export interface HeldApproval extends Omit<ApprovalStanding, 'expiresAt' | 'useBefore' | 'agent' | 'owner'> {
  readonly agent: string;
  readonly owner: string;
  readonly expiresAt: Date;
  readonly useBefore: Date | null;
}

/** Expiry is handled by a timer, in the database. */
export type Event = Exclude<StepEvent, { type: 'expire' }>;

export type { Vote };

export type Stepped = { readonly to: ApprovalState } | { readonly refused: string; readonly isLate?: true };

/** Applies the protocol's step to a row, with the reply for the person or the agent. */
export function step({ expiresAt, useBefore, ...held }: HeldApproval, event: Event, at: Date): Stepped {
  const standing = { ...held, expiresAt: expiresAt.getTime(), useBefore: useBefore?.getTime() ?? null };
  const result = approvalStep(standing, event, at.getTime());
  if ('to' in result) return result;
  const { refused } = result;
  if (refused === 'too-late') return { refused: lateText(stateAt(standing, at.getTime())), isLate: true };
  return { refused: refusalTexts[refused], ...(refused === 'too-old' ? { isLate: true } : {}) };
}

function lateText(state: ApprovalState): string {
  return state === 'pending' ? 'it is still waiting for an answer' : `too late: it is ${state}`;
}
