import { join } from 'node:path';
import { approvalFiles } from './approval-files.ts';
import type { SyncApprovalStore } from './approval-store.ts';
import { type Answer, type Approval, expiredBy } from '@permesso/protocol/approval';
import { namesInFolder } from '../../disk/private-file.ts';

/** A request and the store that takes its answer. */
export interface WaitingApproval {
  readonly approval: Approval;
  readonly store: SyncApprovalStore;
}

/** Every request of every session on this machine, at this moment. */
export function approvalsIn(state: string, now: number): readonly WaitingApproval[] {
  const sessions = join(state, 'sessions');
  return namesInFolder(sessions).flatMap((name) => {
    const store = approvalFiles(join(sessions, name, 'approvals'));
    return store.list().map((approval) => ({ approval: expiredBy(approval, now), store }));
  });
}

/** One of them by id, without reading the others. */
export function approvalIn(state: string, id: string, now: number): WaitingApproval | undefined {
  const sessions = join(state, 'sessions');
  for (const name of namesInFolder(sessions)) {
    const store = approvalFiles(join(sessions, name, 'approvals'));
    const approval = store.get(id);
    if (approval !== undefined) return { approval: expiredBy(approval, now), store };
  }
  return undefined;
}

/** Why the answer does not count; undefined if it does. */
export function giveAnswer({ approval, store }: WaitingApproval, answer: Answer): string | undefined {
  const { digest } = approval.request;
  const stepped = store.change(approval.id, { type: 'answer', at: Date.now(), digest, answer });
  if (stepped === undefined) return 'because the request is gone';
  return stepped.accepted ? undefined : stepped.why;
}
