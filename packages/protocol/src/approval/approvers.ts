import type { RuleApprovers } from '@permesso/engine/policy';
import type { ApproversNeeded } from './approval-step.ts';
import type { ApprovalRequest } from './approver.ts';

/** Who must approve, per rule that requires approvers. Empty if the call's own person may. */
export function approversOf({ decision }: Pick<ApprovalRequest, 'decision'>): readonly RuleApprovers[] {
  return (decision.receipt.approvers ?? []).map(({ approvers }) => approvers);
}

/** Who may answer after this many milliseconds. */
export function neededAt(approvers: readonly RuleApprovers[], waited: number): readonly ApproversNeeded[] {
  return approvers.map(({ roles, quorum, escalate = [] }) => ({
    quorum,
    ...(roles === undefined
      ? {}
      : { roles: [...roles, ...escalate.flatMap((step) => (waited >= step.after ? step.roles : []))] }),
  }));
}

/** The time to answer: the shortest that a rule sets, otherwise the default of requests. */
export function timeFor(request: ApprovalRequest, otherwise: number | undefined): number | undefined {
  const times = approversOf(request).flatMap(({ within }) => within ?? []);
  return times.length === 0 ? otherwise : Math.min(...times);
}

/** Whether several people must approve: then no one of them can choose the duration or a different input for the others. */
export function needsSeveral(request: Pick<ApprovalRequest, 'decision'>): boolean {
  const approvers = approversOf(request);
  return approvers.length > 1 || approvers.some(({ quorum }) => quorum > 1);
}
