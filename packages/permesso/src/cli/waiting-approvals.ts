import { join } from 'node:path';
import { approvalFiles } from '../approval/approval-files.ts';
import type { ApprovalStore } from '../approval/approval-store.ts';
import { expiredBy, type Approval } from '../approval/approval.ts';
import type { Answer } from '../approval/approver.ts';
import { namesIn } from '../approval/private-file.ts';
import { UsageError } from './command.ts';

/** A question with the place where its answer goes. */
export interface Waiting {
  readonly approval: Approval;
  readonly store: ApprovalStore;
}

/** Every question of every session on this machine, as it is at this moment. */
export function approvalsIn(state: string, now: number): readonly Waiting[] {
  const sessions = join(state, 'sessions');
  return namesIn(sessions).flatMap((name) => {
    const store = approvalFiles(join(sessions, name, 'approvals'));
    return store.list().map((approval) => ({ approval: expiredBy(approval, now), store }));
  });
}

/** By the first characters of its name. */
export function findApproval(all: readonly Waiting[], id: string): Waiting | undefined {
  const found = all.filter(({ approval }) => approval.id.startsWith(id));
  const open = found.filter(({ approval }) => approval.state === 'pending');
  const chosen = open.length > 0 ? open : found;
  if (new Set(chosen.map(({ approval }) => approval.id)).size > 1)
    throw new UsageError(`${id} could be ${chosen.map(({ approval }) => approval.id).join(' or ')}`);
  return chosen[0];
}

/** Why the answer does not count; nothing when it does. */
export function giveAnswer({ approval, store }: Waiting, answer: Answer): string | undefined {
  const { digest } = approval.request;
  const stepped = store.change(approval.id, { type: 'answer', at: Date.now(), digest, answer });
  if (stepped === undefined) return 'for the question is gone';
  return stepped.accepted ? undefined : stepped.why;
}
